"""What django-allauth asks this project: who may sign up, mails, two-factor secrets."""
