"""What accepted submissions earn: policies, codes, redeeming, and who did what."""
