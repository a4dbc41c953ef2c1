"""Tests of pages of classes."""
