"""What staff send of codes and policies."""

from benchruns.submissions.rewards import issue

PAGE, REDEEM = "/rewards/", "/rewards/redeem/"
UNKNOWN = "BB-2222-2222-2222"
TERMS = {"discount_percent": 20, "gift": "a mug", "terms": "", "valid_days": ""}


def code_of(reward):
    return issue.code_of(reward, viewer=reward.owner)


def redeem(client, code, **given):
    return client.post(REDEEM, {"code": code, **given}, follow=True)


def change(client, grade="accepted", **given):
    data = {"is_active": "on", **TERMS} | given
    return client.post(
        f"{PAGE}policies/{grade}/",
        {f"{grade}-{name}": value for name, value in data.items()},
        follow=True,
    )
