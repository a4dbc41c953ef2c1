"""The pages of trends: the list, one series with its rules, and what is done there."""

import json
from html import unescape

import pytest

from benchruns.models import Regression, RegressionRule, Result
from benchruns.trends import exclusions, regressions
from tests.benchruns.runs.watched import measure, rule_for, series_with
from tests.factories import NOON, SHORT, RunFactory, UserFactory

pytestmark = pytest.mark.django_db

FALLEN = [1000.0, 1010.0, 990.0, 1005.0, 1000.0, 800, 810, 790, 805, 795]


def text_of(answer):
    assert answer.status_code == 200
    return " ".join(unescape(answer.content.decode()).split())


def url_of(series, tail=""):
    return f"/trends/{series.pk}/{tail}"


@pytest.fixture
def mail(settings):
    settings.MAIL_IS_ON = True


def test_the_list_is_also_a_table_for_programs(page, user):
    own = series_with(*FALLEN, owner=user)
    series_with(7, name="secret-db")

    rows = page.get("/trends/?format=json").json()

    assert [row["series"] for row in rows] == [str(own.pk)]
    assert rows[0]["results"] == len(FALLEN)
    assert rows[0]["tps"] == 795
    assert 'href="?format=md"' in text_of(page.get("/trends/"))


def test_the_list_shows_own_and_public_series_with_a_curve(page, user):
    own = series_with(*FALLEN, owner=user)
    series_with(500, visibility="public", vcpus=4, memory_gb=16.0)
    series_with(7, name="secret-db")

    text = text_of(page.get("/trends/"))

    assert f'href="/trends/{own.pk}/"' in text
    assert "shop-db" in text
    assert "4 vCPU, 16 GB" in text
    assert "secret-db" not in text
    assert text.count("<polyline") == 2
    assert "−20.0 %" in text


def test_the_sign_of_doubt_has_its_word_under_the_list(page, user):
    series = series_with(*FALLEN, owner=user)
    note = "† is in doubt: its page says why."
    before = text_of(page.get("/trends/"))

    Result.objects.filter(series=series).update(findings=[SHORT], doubt="figure")

    assert note not in before
    assert note in text_of(page.get("/trends/"))


def test_the_list_can_be_narrowed(page, user):
    series = series_with(1000, owner=user)
    stranger = series_with(1000, visibility="public")

    for query, count in [
        ("engine=mysql&workload=oltp_read_write", 2),
        ("engine=postgresql", 0),
        ("workload=tpcc", 0),
        (f"endpoint={series.endpoint_id}", 1),
        (f"endpoint={stranger.endpoint_id}", 0),
    ]:
        text = text_of(page.get(f"/trends/?{query}"))
        assert text.count("<polyline") == count, query
        assert ("No series fits." in text) == (count == 0)


def test_the_list_takes_no_more_queries_for_more_series(
    page, user, django_assert_max_num_queries
):
    for number in range(6):
        rule = rule_for(series_with(*FALLEN, owner=user, name=f"db-{number}"))
        regressions.evaluate(rule)

    with django_assert_max_num_queries(8):
        text = text_of(page.get("/trends/"))

    assert text.count("worse, confirmed") == 6


def test_a_change_that_the_page_does_not_find_is_not_in_the_list(page, user):
    series = series_with(119, 92.5, owner=user)

    listed, own = page.get("/trends/"), page.get(url_of(series))
    (line,) = page.get("/trends/?format=json").json()

    assert "None found" in text_of(own)
    assert "−22" not in text_of(listed)
    assert line["change_percent"] is None


def test_two_results_of_a_version_have_no_middle_half(page, user):
    few = series_with(92.5, 119, owner=user)
    many = series_with(*FALLEN, owner=user, name="another-db")

    told = [text_of(page.get(url_of(each))) for each in (few, many)]

    middles = [text.partition("By server version")[2] for text in told]
    assert ['class="half"' in text for text in middles] == [False, True]
    assert "99.1 – 112" not in middles[0]


def test_the_empty_list_says_what_a_series_is(client):
    assert "No series yet." in text_of(client.get("/trends/"))


def test_a_series_shows_its_chart_its_changes_and_its_points(page, user):
    series = series_with(*FALLEN[:5], owner=user)
    columns = {"engine_version_full": "8.0.37", "data_bytes": 2**30}
    measure(series, *FALLEN[5:], regime="disk_io", **columns)

    answer = page.get(url_of(series))
    text = text_of(answer)

    assert "OLTP read/write on shop-db, 8 threads" in text
    assert "1,000 → 800 TPS" in text
    assert "−20.0 %, worse" in text
    assert "server version: 8.0.36 → 8.0.37" in text
    assert "regime: cached → disk I/O, data size: – → 1 GB" in text
    start = text.index('<script id="trend-data" type="application/json">')
    spec = json.loads(text[start:].split(">", 1)[1].split("</script>")[0])
    assert [dot["value"] for dot in spec["dots"]] == FALLEN
    assert [mark["text"] for mark in spec["shifts"]] == ["A"]
    assert [(mark["index"], mark["text"]) for mark in spec["versions"]] == [
        (5, "8.0.37")
    ]
    assert [line["text"] for line in spec["lines"]] == ["1,000", "800"]


def test_a_page_takes_no_more_queries_for_more_results(
    page, user, django_assert_max_num_queries
):
    series = series_with(*FALLEN, *FALLEN, *FALLEN, owner=user)
    regressions.evaluate(rule_for(series))

    with django_assert_max_num_queries(9):
        page.get(url_of(series))


def test_an_excluded_result_is_shown_with_its_reason(page, user):
    series = series_with(*FALLEN, owner=user)
    exclusions.exclude(series.results.first().pk, by=user, reason="a backup ran")

    assert "excluded: a backup ran" in text_of(page.get(url_of(series)))


def test_others_see_a_public_series_without_its_endpoint_and_rules(client):
    series = series_with(*FALLEN, visibility="public", vcpus=4, memory_gb=16.0)
    regressions.evaluate(rule_for(series))

    text = text_of(client.get(url_of(series)))

    assert "on 4 vCPU, 16 GB" in text
    assert "shop-db" not in text
    assert str(series.endpoint_id) not in text
    assert "confirmed" in text
    assert "New rule" not in text
    assert client.get(url_of(series_with(1))).status_code == 404


def test_a_regression_that_rests_on_private_results_is_its_owners_alone(client):
    series = series_with(*FALLEN[:5])
    measure(series, *FALLEN[5:], visibility="public")
    regressions.evaluate(rule_for(series))

    assert "what rules found" not in text_of(client.get(url_of(series)))


def test_a_word_that_names_nothing_is_told(page, user):
    text = text_of(page.get(url_of(series_with(1, owner=user), "?figure=speed")))

    assert "There is no figure “speed”; known: tps, qps, latency_p95_ms." in text


def test_a_file_of_a_figure_that_is_none_is_no_file_of_another(page, user):
    series = series_with(1, owner=user)

    answer = page.get(url_of(series, "?figure=speed&axis=up&format=csv"))

    assert answer.status_code == 400
    assert answer.content.decode().splitlines() == [
        "There is no figure “speed”; known: tps, qps, latency_p95_ms.",
        "There is no axis “up”; known: time, order.",
    ]


def test_the_points_come_as_a_file(page, user):
    series = series_with(*FALLEN, owner=user)

    table = page.get(url_of(series, "?format=json&figure=qps")).json()
    lines = page.get(url_of(series, "?format=csv")).content.decode().splitlines()

    assert [row["qps"] for row in table] == [value * 20 for value in FALLEN]
    assert [row["level_change"] for row in table].index("A") == 5
    assert len(lines) == 11
    assert lines[0].startswith("result,run,measured_at,tps,")
    assert page.get(url_of(series, "?format=xls")).status_code == 400


def test_a_result_in_doubt_is_marked_in_its_trend_and_in_all_files(page, user):
    series = series_with(*FALLEN, owner=user)
    Result.objects.filter(series=series, tps=795).update(doubt="figure")

    html = text_of(page.get(url_of(series)))
    points = page.get(url_of(series, "?format=json")).json()
    line = page.get(url_of(series, "?format=csv")).content.decode().splitlines()[-1]
    (listed,) = page.get("/trends/?format=json").json()

    marked = 'bb-dagger" title="in doubt: its page says why"'
    # the result, the level that it is of, and of its version median, lowest, highest and
    # middle half, which stands below the median on a phone
    assert html.count(marked) == 7
    for end in ("790", "1,010"):
        assert f'>{end}<span class="bb-dagger"' in html
    assert '"text": "795†"' in html.replace("\\u2020", "†")
    assert [point["doubt"] for point in points] == [*[None] * 9, "figure"]
    assert line.endswith(",figure")
    assert listed["doubt"] == "figure"


def test_levels_and_regressions_that_rest_on_a_result_in_doubt_are_marked(page, user):
    series = series_with(*FALLEN, owner=user)
    Result.objects.filter(series=series, tps=810).update(doubt="figure")
    regressions.evaluate(rule_for(series))

    html = text_of(page.get(url_of(series)))
    told = page.get(f"/api/v1/series/{series.pk}/").json()

    shifts = html[html.index('class="bb-shifts"') :]
    marks = shifts[: shifts.index("</ol>")].split(" → ")
    assert ["bb-dagger" in each for each in marks] == [False, True]
    found = html[html.index("what rules found") :]
    assert found[: found.index("</table>")].count("bb-dagger") == 1
    for name in ("change_points", "versions", "regressions"):
        assert [row["doubt"] for row in told[name]] == ["figure"]


def test_a_rule_is_made_changed_switched_off_and_deleted(page, user):
    series = series_with(*FALLEN, owner=user)
    asked = {"figure": "tps", "threshold_percent": "12.5", "repeats": "2"}

    page.post(url_of(series, "rules/"), asked)
    rule = RegressionRule.objects.get()
    assert (rule.owner, rule.threshold_percent, rule.repeats) == (user, 12.5, 2)
    assert "looked at within a minute" in text_of(page.get(url_of(series)))

    page.post(
        f"/trends/rules/{rule.pk}/",
        {"threshold_percent": "5", "repeats": "4", "sends_mail": "on"},
    )
    rule.refresh_from_db()
    assert (rule.threshold_percent, rule.repeats, rule.sends_mail) == (5, 4, True)

    for word, is_active in (("0", False), ("1", True)):
        page.post(f"/trends/rules/{rule.pk}/", {"is_active": word})
        rule.refresh_from_db()
        assert rule.is_active == is_active

    page.post(f"/trends/rules/{rule.pk}/delete/")
    assert not RegressionRule.objects.exists()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"threshold_percent": "x"}, "Give a number, such as 10."),
        ({"threshold_percent": "nan"}, "Give a number, such as 10."),
        ({"threshold_percent": "0"}, "Give 0.1 at least."),
        ({"threshold_percent": "100"}, "Give 99 at most."),
        ({"repeats": "0"}, "Give 1 at least."),
        ({"figure": "speed"}, "“speed” is not one of them."),
        ({"figure": "qps"}, "There is a rule for QPS of this series"),
        ({"figure": "latency_p95_ms"}, "has a figure for p95 latency"),
    ],
)
def test_a_rule_that_cannot_be_is_told_and_kept_in_the_form(page, user, change, told):
    series = series_with(1000, owner=user)
    rule = rule_for(series, figure="qps")
    asked = {"figure": "tps", "threshold_percent": "10", "repeats": "3"} | change

    made = page.post(url_of(series, "rules/"), asked)

    assert told in text_of(made)
    assert RegressionRule.objects.count() == 1
    if "figure" not in change:
        changed = page.post(f"/trends/rules/{rule.pk}/", asked, follow=True)
        assert told in text_of(changed)


def test_nobody_touches_another_ones_rules(page):
    series = series_with(*FALLEN, visibility="public")
    rule = rule_for(series)
    regressions.evaluate(rule)
    found = rule.regressions.get()
    asked = {"figure": "qps", "threshold_percent": "10", "repeats": "3"}

    for url in (
        url_of(series, "rules/"),
        f"/trends/rules/{rule.pk}/",
        f"/trends/rules/{rule.pk}/delete/",
        f"/trends/regressions/{found.pk}/send/",
    ):
        assert page.post(url, asked).status_code == 404
    assert RegressionRule.objects.get() == rule


def test_the_page_says_that_mail_is_off(page, user):
    text = text_of(page.get(url_of(series_with(1, owner=user))))

    assert "Mail is off" in text


def test_who_has_no_address_is_led_to_where_one_is_confirmed(page, user, mail):
    """A session alone gives an account none: a link for a new password would go there."""
    series = series_with(1, owner=user)

    text = text_of(page.get(url_of(series)))

    assert "Your account has no mail address." in text
    assert 'href="/account/email/">Add one' in text
    given = page.post(url_of(series, "mail/"), {"email": "thief@evil.example"})
    assert given.status_code == 404
    user.refresh_from_db()
    assert user.email == ""


def test_a_mail_that_failed_is_shown_and_can_be_tried_again(page, user, mail):
    series = series_with(*FALLEN, owner=user)
    rule = rule_for(series, sends_mail=True)
    regressions.evaluate(rule)
    Regression.objects.update(mail_error="ConnectionRefusedError: no one there")

    assert "no one there" in text_of(page.get(url_of(series)))
    page.post(f"/trends/regressions/{rule.regressions.get().pk}/send/")

    assert Regression.objects.get().mail_error == ""


def test_a_run_an_endpoint_and_the_list_of_runs_lead_there(page, user):
    run = RunFactory(owner=user, succeeded=True)
    series = series_with(1, owner=user)
    type(run.result).objects.filter(pk=run.result.pk).update(series=series)

    assert f'href="/trends/{series.pk}/"' in text_of(page.get(f"/runs/{run.pk}/"))
    endpoint = run.endpoint_id
    found = text_of(page.get(f"/endpoints/{endpoint}/"))
    assert f'href="/trends/?endpoint={endpoint}"' in found
    assert 'href="/trends/"' in text_of(page.get("/runs/"))


def test_a_rule_is_only_changed_by_post(page, user):
    rule = rule_for(series_with(1, owner=user), created_at=NOON)

    assert page.get(f"/trends/rules/{rule.pk}/delete/").status_code == 405


def test_staff_see_a_series_and_make_no_rules(client):
    series = series_with(1)
    client.force_login(UserFactory(staff=True))

    text = text_of(client.get(url_of(series)))

    assert "shop-db" in text
    assert "New rule" not in text
