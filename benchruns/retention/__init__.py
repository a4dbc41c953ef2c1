"""How long samples, raw output, drafts and the audit log stay, and what never goes."""
