"""What a submission is called where there is room for a few words."""

from django.utils.translation import gettext as _

from benchruns.engines import ENGINES, engine_title
from benchruns.models import Submission


def title_of(submission: Submission) -> str:
    """Engine, version and class as stated: "MySQL 8.0 on mysql.n2.large.1"."""
    stated = submission.statement
    engine = stated.get("engine")
    if engine not in ENGINES:
        return _("the test report of %(day)s") % {
            "day": f"{submission.created_at:%Y-%m-%d}"
        }
    title = engine_title(engine, stated.get("engine_version", ""))
    if code := stated.get("instance_class"):
        return _("%(engine)s on %(code)s") % {"engine": title, "code": code}
    return title
