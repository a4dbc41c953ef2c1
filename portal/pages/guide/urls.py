"""The addresses of the guide."""

from django.urls import path

from portal.pages.guide import fairness as guide_fairness
from portal.pages.guide import glossary as guide_glossary
from portal.pages.guide import scripts as guide_scripts
from portal.pages.guide import submissions as guide_submissions
from portal.pages.guide import views as guide

urlpatterns = [
    path("guide/", guide.guide, name="guide"),
    path("guide/fairness/", guide_fairness.fairness, name="guide-fairness"),
    path("guide/glossary/", guide_glossary.glossary, name="guide-glossary"),
    path("guide/submissions/", guide_submissions.submissions, name="guide-submissions"),
    path("guide/scripts/<name:name>", guide_scripts.script, name="guide-script"),
    path("guide/<name:name>/", guide.workload, name="guide-workload"),
]
