"""The pages, lists and answers of the API that are measured with more results beside fewer."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Page:
    """``url`` may hold words of KNOWN, which name the same rows in all databases.

    A page that ``is_linear`` is as long as the data is: a paper or a file of all rows. A
    list that ``wants_rows`` prints as many as it may, and less where there are few.
    ``rows_of`` is where the rows can be counted that a file without lines prints, ``why``
    what makes the page grow where it does.
    """

    name: str
    url: str
    is_linear: bool = False
    wants_rows: bool = False
    as_staff: bool = False
    rows_of: str = ""
    why: str = ""


RESULTS = "&".join(f"result={{result{number}}}" for number in range(3))
CLASSES = "&".join(f"class=provider-{n}/mysql/class-{n}.large" for n in range(3))
NEED = "/classes/need/?tps=2000&regime=any"
PAPER = "/whitepaper/mysql/5.7/"
OF_ALL_CLASSES = "all classes are looked at, of which a page is printed"
OF_ALL_ROWS = "up to 500 rows of its classes and 500 of papers stand beside its results"
OF_ALL_CHOICES = "each class is a choice of its form"
OF_ALL_NAMES = "the words are sought in the names of all classes and versions"
OF_ALL_VERSIONS = (
    "most of a list of few rows is the choice of versions, and the count by them"
)
OF_ALL_RANKS = (
    "how many figures a load has of each duration, provider and engine is counted anew"
)
OF_ALL_SENT = "all that was sent to it is looked through"
OF_ALL_ITS_RUNS = "its last runs stand there, of which the small portal has fewer"
OF_ALL_PRICES = (
    "a price is another one tomorrow and for each choice: all figures are put in order"
)
PAGES = (
    Page("home", "/", wants_rows=True),
    Page("engines", "/engines/", wants_rows=True),
    Page("engine version", "/engines/mysql/5.7/", is_linear=True),
    Page("classes", "/classes/", why=OF_ALL_CLASSES),
    Page("classes, by cached TPS", "/classes/?sort=-cached", why=OF_ALL_CLASSES),
    Page("classes, by results", "/classes/?sort=-results", why=OF_ALL_CLASSES),
    Page(
        "classes, by numbers",
        "/classes/?vcpu=..32&cached=known&sort=-cached",
        why=OF_ALL_CLASSES,
    ),
    Page("classes, all columns", "/classes/?cols=all", why=OF_ALL_CLASSES),
    Page(
        "class",
        "/classes/provider-0/mysql/class-0.large/",
        wants_rows=True,
        why="the next sizes and the same size elsewhere are sought among 1,000 classes, and "
        "their figures held against its own",
    ),
    Page("classes as CSV", "/classes/?format=csv", wants_rows=True),
    Page("classes as Markdown", "/classes/?format=md", wants_rows=True),
    Page("need", "/classes/need/?tps=2000&regime=cached", why=OF_ALL_CLASSES),
    Page(
        "need of an engine",
        "/classes/need/?tps=2000&regime=any&engine=mysql",
        why=OF_ALL_CLASSES,
    ),
    Page(
        "need, any regime, by price",
        f"{NEED}&price_in=EUR/eu-1/on-demand",
        why=OF_ALL_CLASSES,
    ),
    Page(
        "compare",
        "/compare/",
        why="its examples are chosen from 100 classes, which have more versions",
    ),
    Page("compare results", f"/compare/?{RESULTS}"),
    Page("compare classes", f"/compare/?{CLASSES}"),
    Page("compare versions", f"/compare/?{CLASSES}&versions=5.7&versions=8.0"),
    Page("compare a size", "/compare/?size=4x4&engine=mysql", is_linear=True),
    Page("comparison as CSV", f"/compare/?{RESULTS}&format=csv"),
    Page("ranking", "/classes/ranking/", why=OF_ALL_RANKS),
    Page("ranking, per vCPU", "/classes/ranking/?per=vcpu", why=OF_ALL_RANKS),
    Page("ranking, per GB", "/classes/ranking/?per=gb", why=OF_ALL_RANKS),
    Page(
        "ranking, per price",
        "/classes/ranking/?per=price&price_in=EUR/eu-1/on-demand",
        why=OF_ALL_PRICES,
    ),
    Page("results", "/results/"),
    Page(
        "results of a load",
        "/results/?workload=oltp_read_only&sort=-tps",
        wants_rows=True,
    ),
    Page("results of a class", "/results/?class=class-0.large"),
    Page("results of a provider", "/results/?provider=provider-1", wants_rows=True),
    Page(
        "results of a provider by TPS",
        "/results/?provider=provider-1&sort=-tps",
        wants_rows=True,
    ),
    Page(
        "results of an engine by latency",
        "/results/?engine=mysql&sort=latency",
        wants_rows=True,
    ),
    Page(
        "results of a version by TPS",
        "/results/?engine=mysql&version=8.0&sort=-tps",
        wants_rows=True,
    ),
    Page("results in doubt", "/results/?doubt=yes", why=OF_ALL_VERSIONS),
    Page("results not in doubt", "/results/?doubt=no"),
    Page("result", "/results/{result1}/"),
    Page("runs", "/runs/", as_staff=True, wants_rows=True),
    Page("run", "/runs/{run1}/"),
    Page("new run", "/runs/new/", as_staff=True),
    Page("endpoints", "/endpoints/", as_staff=True, wants_rows=True),
    Page("reports", "/submissions/", wants_rows=True),
    Page(
        "report",
        "/submissions/{submission0}/",
        as_staff=True,
        why=OF_ALL_ROWS,
    ),
    Page("reports to review", "/submissions/review/", as_staff=True, wants_rows=True),
    Page("rewards", "/rewards/", as_staff=True, wants_rows=True),
    Page("sweeps", "/sweeps/", wants_rows=True),
    Page("sweep", "/sweeps/{sweep0}/"),
    Page(
        "queue and schedules",
        "/schedules/",
        as_staff=True,
        wants_rows=True,
        why="the place of a run is found among all that wait",
    ),
    Page("schedule", "/schedules/{schedule0}/", as_staff=True),
    Page(
        "data sets",
        "/data-sets/",
        as_staff=True,
        wants_rows=True,
        why="those of all endpoints that one sees are put in order",
    ),
    Page("load generators", "/generators/", as_staff=True, is_linear=True),
    Page("webhooks", "/webhooks/", as_staff=True, wants_rows=True),
    Page(
        "webhook",
        "/webhooks/{webhook0}/",
        as_staff=True,
        wants_rows=True,
        why=OF_ALL_SENT,
    ),
    Page("notices", "/notices/", as_staff=True, wants_rows=True),
    Page("audit log", "/audit/", as_staff=True, wants_rows=True),
    Page("tokens", "/tokens/", as_staff=True),
    Page("account", "/account/", as_staff=True),
    Page("limits of users", "/limits/", as_staff=True),
    Page("retention", "/retention/", as_staff=True),
    Page("catalogue", "/catalogue/", as_staff=True),
    Page("public addresses", "/endpoints/public/", as_staff=True),
    Page("sources", "/sources/", wants_rows=True),
    Page("search", "/search/?q=class-1", why=OF_ALL_NAMES),
    Page("suggestions", "/search/suggestions/?q=class-1", why=OF_ALL_NAMES),
    Page("catalogue, classes", "/catalogue/classes/", as_staff=True),
    Page("trends", "/trends/", as_staff=True, wants_rows=True),
    Page("trend", "/trends/{series1}/", is_linear=True, as_staff=True),
    Page("trend as CSV", "/trends/{series1}/?format=csv", is_linear=True),
    Page("prices", "/classes/prices/", as_staff=True),
    Page("newest results, feed", "/feeds/results.atom", wants_rows=True),
    Page(
        "newest results of an engine, feed",
        "/feeds/results.atom?engine=mysql",
        wants_rows=True,
    ),
    Page(
        "need of an engine and a provider",
        "/classes/need/?tps=2000&regime=any&engine=mysql&provider=provider-1",
        why=f"{OF_ALL_CLASSES}; where fewer reached it, fewer questions follow",
    ),
    Page("white paper", PAPER, is_linear=True),
    Page("white paper as PDF", f"{PAPER}?format=pdf", is_linear=True, rows_of=PAPER),
    Page("white paper as CSV", f"{PAPER}?format=csv", is_linear=True),
    Page("API, engines", "/api/v1/engines/", wants_rows=True),
    Page("API, classes", "/api/v1/instance-classes/", why=OF_ALL_CLASSES),
    Page(
        "API, need",
        "/api/v1/instance-classes/needed/?tps=2000&regime=cached",
        why=OF_ALL_CLASSES,
    ),
    Page("API, compare", f"/api/v1/compare/?{RESULTS}"),
    Page("API, series", "/api/v1/series/", as_staff=True, wants_rows=True),
    Page("API, results", "/api/v1/results/"),
    Page("API, results of an engine", "/api/v1/results/?engine=mysql", wants_rows=True),
    Page(
        "API, results of a version",
        "/api/v1/results/?engine_version=8.0",
        wants_rows=True,
    ),
    Page(
        "API, results of a provider",
        "/api/v1/results/?provider=provider-1",
        wants_rows=True,
    ),
    Page(
        "API, results of a class",
        "/api/v1/results/?instance_class=class-0.large",
    ),
    Page("API, runs", "/api/v1/runs/", wants_rows=True),
    Page("API, endpoints", "/api/v1/endpoints/", as_staff=True, wants_rows=True),
    Page("API, campaigns", "/api/v1/campaigns/", wants_rows=True),
    Page("API, providers", "/api/v1/providers/"),
    Page("API, sources", "/api/v1/sources/", wants_rows=True),
    Page("API, workloads", "/api/v1/workloads/"),
    Page("API, sweeps", "/api/v1/sweeps/", wants_rows=True),
    Page("API, schedules", "/api/v1/schedules/", as_staff=True, wants_rows=True),
    Page(
        "API, data sets",
        "/api/v1/data-sets/",
        as_staff=True,
        wants_rows=True,
        why="those of all endpoints that one sees are put in order",
    ),
    Page("API, submissions", "/api/v1/submissions/", as_staff=True, wants_rows=True),
    Page("API, webhooks", "/api/v1/webhooks/", as_staff=True, wants_rows=True),
    Page("API, generators", "/api/v1/generators/", as_staff=True, is_linear=True),
    Page(
        "engine version, embed",
        "/engines/mysql/5.7/embed/",
        is_linear=True,
        rows_of="/engines/mysql/5.7/",
    ),
    Page("comparison, embed", f"/compare/embed/?{RESULTS}"),
    Page("sign in", "/login/"),
    Page("guide", "/guide/"),
    Page("guide to fairness", "/guide/fairness/"),
    Page("guide to reports", "/guide/submissions/"),
    Page(
        "guide to a workload",
        "/guide/oltp_read_write/",
        why="what papers have printed of it is counted",
    ),
    Page("glossary", "/guide/glossary/"),
    Page("source", "/sources/paper-0/", is_linear=True),
    Page("new endpoint", "/endpoints/new/", as_staff=True, why=OF_ALL_CHOICES),
    Page("endpoint", "/endpoints/{endpoint0}/", as_staff=True, why=OF_ALL_ITS_RUNS),
    Page(
        "endpoint to change",
        "/endpoints/{endpoint0}/edit/",
        as_staff=True,
        why=OF_ALL_CHOICES,
    ),
    Page("new schedule", "/schedules/new/", as_staff=True),
    Page("schedule to change", "/schedules/{schedule0}/change/", as_staff=True),
    Page(
        "load generator",
        "/generators/{generator0}/",
        as_staff=True,
        why=OF_ALL_ITS_RUNS,
    ),
    Page("new webhook", "/webhooks/new/", as_staff=True),
    Page(
        "webhook to change",
        "/webhooks/{webhook0}/change/",
        as_staff=True,
        why=OF_ALL_SENT,
    ),
    Page("new class", "/catalogue/classes/new/", as_staff=True),
    Page("class to change", "/catalogue/classes/{class0}/", as_staff=True),
    Page("new provider", "/catalogue/providers/new/", as_staff=True),
    Page("provider to change", "/catalogue/providers/provider-0/", as_staff=True),
    Page("new campaign", "/catalogue/campaigns/new/", as_staff=True),
    Page("new price", "/classes/prices/new/", as_staff=True, why=OF_ALL_CHOICES),
    Page("own limits", "/account/limits/", as_staff=True),
    Page(
        "emergency stop",
        "/stop/",
        as_staff=True,
        why="who stopped the load before is sought in the whole audit log",
    ),
    Page("two-factor authentication", "/account/2fa/", as_staff=True),
    Page("badge of a trend", "/badge/{series1}.svg"),
    Page("regressions, feed", "/feeds/changes.atom"),
    Page("API, first page", "/api/"),
    Page("API, reference", "/api/docs/"),
    Page("API, guide", "/api/guide/"),
    Page("API, class", "/api/v1/instance-classes/{class0}/"),
    Page(
        "API, nearest classes",
        "/api/v1/instance-classes/nearest/?engine=mysql&vcpus=4&memory_gb=16",
        why=OF_ALL_CLASSES,
    ),
    Page("API, provider", "/api/v1/providers/provider-0/"),
    Page("API, campaign drafts", "/api/v1/campaign-drafts/", as_staff=True),
    Page("API, result", "/api/v1/results/{result1}/"),
    Page("API, workload", "/api/v1/workloads/oltp_read_write/"),
    Page("API, source", "/api/v1/sources/paper-0/", is_linear=True),
    Page("API, endpoint", "/api/v1/endpoints/{endpoint0}/", as_staff=True),
    Page("API, run", "/api/v1/runs/{run1}/"),
    Page("API, samples of a run", "/api/v1/runs/{run1}/samples/"),
    Page("API, sweep", "/api/v1/sweeps/{sweep0}/"),
    Page("API, schedule", "/api/v1/schedules/{schedule0}/", as_staff=True),
    Page("API, load generator", "/api/v1/generators/{generator0}/", as_staff=True),
    Page("API, trend", "/api/v1/series/{series1}/", as_staff=True),
    Page("API, rules of regressions", "/api/v1/regression-rules/", as_staff=True),
    Page(
        "API, report",
        "/api/v1/submissions/{submission0}/",
        as_staff=True,
        why=OF_ALL_ROWS,
    ),
    Page(
        "API, events of a report",
        "/api/v1/submissions/{submission0}/events/",
        as_staff=True,
    ),
    Page("API, tokens", "/api/v1/tokens/", as_staff=True),
    Page(
        "API, webhook",
        "/api/v1/webhooks/{webhook0}/",
        as_staff=True,
        why=OF_ALL_SENT,
    ),
    Page(
        "API, deliveries of a webhook",
        "/api/v1/webhooks/{webhook0}/deliveries/",
        as_staff=True,
        wants_rows=True,
        why=OF_ALL_SENT,
    ),
    Page("API, emergency stop", "/api/v1/stop/"),
)

# The first page of a list with the last that there is in the large portal.
DEEP = (
    ("results", "/results/", "/results/?page={last}"),
    ("results by TPS", "/results/?sort=-tps", "/results/?sort=-tps&page={last}"),
    ("runs", "/runs/", "/runs/?page={last}"),
    ("audit log", "/audit/", "/audit/?page={last}"),
)
