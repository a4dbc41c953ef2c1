"""What secrets look like in command lines, logs, connection strings and settings.

Groups ``secret...`` are what is blanked. All are bounded, or cannot be begun twice in a
line, so that time grows as the text does.
"""

import re

from benchruns.parsers.secrets.names import STRONG, WEAK

_IN_DOUBLE = r"(?>(?:\$\([^()\n]*\)|[^\"\\\n]|\\(?:\r?\n|.))*)"
_QUOTED = rf"(?:\"{_IN_DOUBLE}\"|'[^'\n]*')"
_PIECE = (
    r"(?:\$\((?>[^()\n]|\([^()\n]*\))*\)?|`[^`\n]{1,300}`|\\\r?\n(?=[^\s-])"
    r"|[^\s\"'`&;,<>|)\]}\\]|\\[^\r\n]|[,\"')\]}](?=\w))"
)
# A word of a shell, with what it joins; a mark goes on if a letter comes next.
WORD = (
    rf"(?>(?:{_QUOTED}|\"[^\"\n]+$|'[^'\n]+$|{_PIECE})"
    rf"(?:\"(?=[\w$]){_IN_DOUBLE}\"|'(?=[\w$])[^'\n]*'|{_PIECE})*)"
)
_BLOCK = r"(?:\{[^{}\n]*\}|\[[^\[\]\n]*\])"
_GAP = r"(?:[ \t]|\\\r?\n)"
_IS = r"[ \t]*(?:=>?|:(?!:)=?|：|＝)(?:[ \t]*|\\\r?\n(?![\s-]))"
_SCHEME = r"(?:(?:basic|bearer|token|digest)[ \t]+)?"
_NO_SECRET = r"(?!(?:yes|no|null|true|false|on|off)\b|(?:old_)?password\()"  # noqa: S105
# What counts something, as ``pass`` does.
_NO_NUMBER = r"(?![0-9]{1,9}(?:\.[0-9]{1,9})?%?(?:[^\w.]|$))"
_HAMMERDB = (
    r"(?:mysql|maria|pg|mssqls|ora|db2|tpc[ch]|tproc[ch])_[a-z]{0,20}pass(?:word)?"
)
_SOME = r".{1,300}?"
_END = r"[ \t]*\r?$"
_TAGS = (
    r"(?:[^<>\n]{0,80}>|\s{0,40}</[\w:.-]{1,60}>)\s{0,40}"
    r"(?:<\w[^<>\n]{0,80}>\s{0,40}){0,2}(?:<!\[CDATA\[)?"
)


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE | re.MULTILINE)


# What stands behind the name of a secret in a text of its own: what JSON can be looked at
# with, too. First - name: PASSWORD, value: S; then ['--password', 'S'] and | password | S |
IN_NEXT_TEXT = tuple(
    _compiled(pattern)
    for pattern in (
        rf"[\"']?,?\s{{0,40}}[\"']?\bvalue[\"']?[ \t]*[:=][ \t]*(?P<secret>{WORD})",
        r"(?:[\"'][ \t]*,|[\"']?[ \t]*[|\t])[ |\t]*(?!-)(?P<secret>"
        rf"{_QUOTED}(?![ \t]*:)"
        r"|[^\s|,\"')\]}][^|,\t\n]{0,300}?(?=[ \t]*(?:[|,\t\n]|$)))",
    )
)
# What else stands behind it; with what the line must say up to the name's end, if anything.
_ANYTHING = ""
BEHIND_NAME = tuple(
    (_compiled(before + r"\Z"), _compiled(behind))
    for before, behind in (
        *((_ANYTHING, pattern.pattern) for pattern in IN_NEXT_TEXT),
        # <password>S<, <entry key="password">S<, <name>password</name><value>S<
        (
            _ANYTHING,
            rf"{_TAGS}(?P<secret>[^<\s][^<\n]{{0,300}})(?:<(?!/label|/th)|\s*</(?!label|th))",
        ),
        # password=S, "password": "S", os.environ["PASSWORD"] = 'S'; not
        # (using password: YES)
        (
            _ANYTHING,
            rf"[\"'`]{{0,2}}\]?{_IS}{_SCHEME}{_NO_SECRET}(?P<secret>{_BLOCK}|{WORD})",
        ),
        # password: and S in the next line, more indented
        (
            r"^[ \t]*(?:-[ \t]+)*[\"']?[\w.-]+",
            r"[\"']?:[ \t]*\r?\n(?:[ \t]{2,}|- )(?:[\w.-]{1,60}:[ \t]+)?(?P<secret>\S[^\r\n]*)",
        ),
        # \"password\": \"S\", of JSON within JSON
        (
            _ANYTHING,
            r"\\\"\s{0,40}:\s{0,40}\\\"(?P<secret>(?>(?:[^\"\\\n]|\\\\[^\n]?)*))\\\"",
        ),
        # --password S, setx PASSWORD S, ENV PASSWORD S
        (
            r"(?:(?<!-)--|\b(?:setx|setenv|env|set[ \t]+-[a-z]+)[ \t]+)[\w.-]+",
            rf"{_GAP}{{1,40}}(?![-=])(?P<secret>{WORD})",
        ),
        # a line of a name and a value: db_password S; password,S
        (
            r"^[ \t]*(?=[\w.]*_|[a-z]+(?:pass|auth)|passphrase)[\w.]+",
            rf"[ \t]+(?![=:|]|[0-9]{{1,4}}(?:\.[0-9]*)?%?{_END})(?P<secret>\S+){_END}",
        ),
        (
            r"^[ \t]*[\w.-]+",
            rf"[ \t]*[,;][ \t]*(?P<secret>\"[^\"\n]+\"|[^\s,;\"'][^,;\r\n]*?){_END}",
        ),
    )
)
PRIVATE_KEY = _compiled(
    r"-----begin [a-z ]{0,30}private key-----\s{0,9}(?P<secret>[^-]{1,20000})"
)
# What needs no such name; with the words of which one stands in it, for a quick look.
OTHERS = tuple(
    (words, _compiled(pattern))
    for words, pattern in (
        # pass=S, "pw": "S", <pass>S<, --pw S: the words mean other things, too
        (
            ("pass", "pw"),
            rf"(?:(?<![\w.-]){WEAK}[ \t]*=>?|\b{WEAK}\\?[\"']\s{{0,40}}:"
            rf"|\b{WEAK}[\"']?>(?:<!\[CDATA\[)?|(?<!-)--{WEAK}[ \t]"
            rf"|(?:^|[,;({{\"'|])[ \t]*{WEAK}[ \t]*:)[ \t]*{_NO_NUMBER}"
            rf"(?P<secret>\\\"(?>(?:[^\"\\\n]|\\\\[^\n]?)*)\\\"|{WORD})",
        ),
        (
            ("value",),
            rf"\bvalue[\"']?[ \t]*[:=][ \t]*(?P<secret>{WORD}),?[ \t]*[\"']?\b(?:name|key)"
            rf"[\"']?[ \t]*[:=][ \t]*[\"']?\w{{0,40}}?{STRONG}",
        ),
        (
            ("password for",),
            rf"\bpassword for [^:\n]{{1,100}}:[ \t]+(?P<secret>\S+){_END}",
        ),
        # .netrc in a line
        (
            ("login", "machine"),
            r"\b(?:login|machine)[ \t]+(?!with\b)\S+[ \t]+(?:(?:login|account)[ \t]+\S+[ \t]+)?"
            r"password[ \t]+(?P<secret>\S+)",
        ),
        # HammerDB: what it is given, and what it prints of it
        (
            ("pass",),
            rf"\b{_HAMMERDB}[ \t]+(?!=|from\b|is the same as\b)(?P<secret>{_BLOCK}|{WORD})",
        ),
        (
            (" from ",),
            rf"\b{_HAMMERDB} from (?P<secret>{_SOME}) to (?P<secret_2>{_SOME})(?= for |$)",
        ),
        (
            ("value ",),
            rf"\bvalue (?P<secret>{_SOME}) for \w{{1,40}}:{_HAMMERDB}\b(?: (?:is|\*{{3}}) "
            rf"the same as existing value (?P<secret_2>{_SOME})(?:, no\b|$))?",
        ),
        # curl -u account:S; account:S@host; host:port:database:account:S
        (
            ("-u", "--user", "--proxy-user"),
            rf"(?<=\s)(?:-u|--(?:proxy-)?user)[ \t=]*[\"']?[^\s:\"']{{1,200}}:{_NO_NUMBER}"
            r"(?P<secret>[^\n\"']+(?=[\"'])|[^\s\"']+)",
        ),
        (
            ("@",),
            r"(?<=[^\s:/@\"'<>=({]):(?!\\)(?P<secret>[^\s/\"'<>]{1,500})@(?=[\w\[(*])",
        ),
        (
            (":5432:", ":3306:", ":*:"),
            r":(?<=[\w*]:)(?:[0-9]{2,5}|\*):[^\s:\"']{1,80}:[a-z_*][^\s:\"']{0,80}:"
            r"(?P<secret>[^\s\"']+)",
        ),
        # SQL
        (
            ("identified", "password"),
            r"(?:\bidentified\s{1,40}(?:(?:with|via)\s{1,40}\S{1,60}\s{1,40})?(?:by|as|using)"
            r"|\bset\s{1,40}password(?:\s{1,40}for\s{1,40}\S{1,100}?)?\s{0,40}(?:=|\bto\b)"
            r"|\bpassword(?=[ \t(])[ \t]{0,40}\(?)"
            rf"\s{{0,40}}(?P<secret>{_QUOTED})",
        ),
        # what libraries print of a login: any of its texts may be the secret
        (
            ("connect", "mysqli", "login", "pdo"),
            r"\b\w{0,40}(?:connect|mysqli|login|PDO)\w{0,20}"
            r"\((?P<secret>[^()\"'\n]{0,100}[\"'][^()\n]{1,1000})",
        ),
        # tokens that name themselves: of GitHub, GitLab, Slack, SendGrid, AWS, Stripe,
        # npm, JSON Web Tokens, and Benchbook's own (ApiToken)
        (
            (
                "gh",
                "github_pat_",
                "glpat-",
                "xox",
                "sg.",
                "akia",
                "k_live_",
                "npm_",
                "bb_",
                "eyj",
            ),
            r"(?<![a-z0-9])(?P<secret>gh[opsur]_[a-z0-9]{20,255}|github_pat_\w{10,255}"
            r"|glpat-[\w-]{10,255}|xox[a-z]-[a-z0-9-]{10,255}"
            r"|(?-i:SG)\.[\w-]{16,80}\.[\w-]{16,80}|(?-i:AKIA[A-Z0-9]{16})\b"
            r"|[sr]k_live_[a-z0-9]{10,255}|npm_[a-z0-9]{36}|bb_[\w-]{43}"
            r"|(?-i:eyJ)[\w-]{6,4000}\.(?-i:eyJ)[\w-]{2,20000}\.[\w-]{0,4000})",
        ),
    )
)
# ``-p`` is a port for one program and a password for another: programs, and the option
# that gives one of them its password.
_PASSWORD = (
    rf"(?:[\"'],[ \t]*(?=[\"'])|[ \t=]*(?:\\\r?\n[ \t]*)?)(?!-)(?P<secret>{WORD})"
)
OF_PROGRAMS = tuple(
    (
        re.compile(rf"(?<![\w.-])(?:{programs})(?:\.exe)?(?=[\s\"'])", re.IGNORECASE),
        re.compile(rf"(?<=[\s\"']){option}"),
    )
    for programs, option in (
        (
            "(?:mysql|mariadb)(?:-?(?:dump|slap|admin|import|check|sh))?|mycli",
            rf"-p(?![\"'][\],]|\\[\"'])(?P<secret>{WORD})",
        ),
        ("sshpass|go-tpc|tiup", f"-p{_PASSWORD}"),
        ("sqlcmd|osql|tsql|bcp", f"-P{_PASSWORD}"),
        ("redis-cli", rf"-a(?=[\s\"'=]){_PASSWORD}"),
    )
)
# Nothing to hide: blanked already, a variable of the shell, an empty text, a word of JSON.
NOTHING = re.compile(
    r"(?:[\"']{1,3}|[{\[])?(?:\*{3,}|\$[{(]?\w{1,60}[)}]?|%\(?\w{1,60}\)?[%s]"
    r"|\(null\)|<[\w -]{1,60}>|null|true|false)?(?:[\"']{1,3}|[}\]])?"
)
