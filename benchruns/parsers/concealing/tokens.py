"""Tokens that name themselves: each service begins its own with letters of its own."""

from benchruns.parsers.concealing.spans import compiled

TOKENS = compiled(
    (
        ("gh", "github_pat_", "glpat-"),
        r"\b(?P<secret>gh[opsur]_[a-z0-9]{20,255}|github_pat_[a-z0-9_]{10,255}"
        r"|glpat-[a-z0-9_-]{10,255})\b",
    ),
    # Benchbook's own (ApiToken)
    (("bb_",), r"(?<![a-z0-9])(?P<secret>bb_[a-z0-9_-]{43})"),
    # Slack, SendGrid, AWS, Stripe, npm
    (
        ("xox", "sg.", "akia", "k_live_", "npm_"),
        r"(?<![a-z0-9])(?P<secret>xox[a-z]-[a-z0-9-]{10,255}"
        r"|(?-i:SG)\.[\w-]{16,80}\.[\w-]{16,80}|(?-i:AKIA[A-Z0-9]{16})(?![a-z0-9])"
        r"|[sr]k_live_[a-z0-9]{10,255}|npm_[a-z0-9]{36})",
    ),
    # JSON Web Tokens: three parts, the first of which is an object
    (
        ("eyj",),
        r"(?<![\w-])(?P<secret>(?-i:eyJ)[\w-]{6,4000}+\.(?-i:eyJ)[\w-]{2,20000}+"
        r"\.[\w-]{0,4000}+)",
    ),
)
