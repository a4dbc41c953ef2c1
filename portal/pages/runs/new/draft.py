"""A new run as its form has it so far: what is chosen, settled and planned.

Everything stands in the request: the form is read anew each time, whether it was just
opened, is being changed or is sent.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.http import QueryDict
from django.utils.translation import gettext as _

from benchruns.engines import ENGINES
from benchruns.errors import FieldError
from benchruns.limits.allowance import most_of
from benchruns.limits.door import LimitReached
from benchruns.models import DataSet, Endpoint, Result
from benchruns.presets.preset import Preset, of_endpoint
from benchruns.reproduction.reproduce import Reproduction, ReproductionError, reproduce
from benchruns.reproduction.tuned_load import NOTHING_KNOWN, is_tuned
from benchruns.runs import plan as run_plan
from benchruns.runs import request as run_request
from benchruns.runs.plan import RunPlan
from benchruns.runs.request import AS_PUBLISHED, RunRequest, Settled, Unstated
from benchruns.sentences import plans
from benchruns.sentences.failures.table import why_refused
from benchruns.sentences.reproduction import foretold
from benchruns.vocabulary import Limit, Regime
from benchruns.workloads import WORKLOADS, ParameterError, Workload
from portal.forms import climb, sizes
from portal.forms.climb import ClimbForm
from portal.forms.runs import LATER, ParameterForm, WhenForm, workloads_for
from portal.forms.sizes import SizingForm
from portal.pages.runs.new.typed import sent_over, typed_over, typed_values
from portal.queries.endpoints import chosen

DEFAULT_WORKLOAD = next(iter(WORKLOADS))
TABLES = "tables"


@dataclass(slots=True, kw_only=True)
class Draft:
    """``from_row`` is what the published row fills the parameters with, ``kept`` the
    data set that fits, which saves ``loading_saved`` seconds. Without ``settled`` there is no
    plan, and the forms or ``problems`` (by field of the run form) say why.
    ``when`` is None for a run that starts at once. ``limit_reached`` is said of the user, who
    may try again."""

    endpoint: Endpoint | None
    workload: Workload
    parameters: ParameterForm
    climb: ClimbForm
    published: Result | None
    sizing: SizingForm | None
    from_row: Mapping[str, Any] | None
    problems: dict[str, str]
    expected_regime: str | Unstated | None = AS_PUBLISHED
    settled: Settled | None = None
    plan: RunPlan | None = None
    kept: DataSet | None = None
    loading_saved: float | None = None
    presets: Sequence[Preset] = ()
    when: WhenForm | None = None
    limit_reached: LimitReached | None = None

    @property
    def filled(self) -> str:
        """What the row filled in, for the next reading to tell what was typed."""
        return json.dumps(dict(self.from_row)) if self.from_row else ""

    @property
    def preset(self) -> str:
        """The name of the preset whose values the form holds; empty of values of one's own."""
        held = self.parameters.cleaned_data if self.parameters.is_valid() else {}
        return next(
            (
                each.name
                for each in self.presets
                if each.parameters.items() <= held.items()
            ),
            "",
        )

    @property
    def loads(self) -> str:
        """Of a sweep, "1, 2, 4 threads, 3 times each"; empty of a single run."""
        ladder = self.settled.ladder if self.settled else None
        if ladder is None:
            return ""
        loads = self.workload.words.listed(ladder.threads)
        if ladder.repetitions == 1:
            return loads
        is_one = len(ladder.threads) == 1
        text = (
            _("%(loads)s, %(n)s times") if is_one else _("%(loads)s, %(n)s times each")
        )
        return text % {"loads": loads, "n": f"{ladder.repetitions:,}"}

    @property
    def runs(self) -> int:
        """How many runs it starts, as far as that is settled."""
        ladder = self.settled.ladder if self.settled else None
        return ladder.runs if ladder else 1

    @property
    def refusal(self) -> str:
        """Why it cannot be started, where its plan or its time says so."""
        found = self.plan.refusals if self.plan else []
        return plans.refusal(found[0]) if found else self.refused_time

    @property
    def refused_time(self) -> str:
        """Why it cannot start at the time that was given."""
        errors = self.when["not_before"].errors if self.when else []
        return " ".join(map(str, errors))

    @property
    def another_test(self) -> str:
        """Why there will be no ratio to the row to be repeated; empty where there will."""
        if self.settled is None or self.plan is None:
            return ""
        return foretold(
            run_request.unlike_row(self.settled, self.plan),
            run_request.unlike_server(self.settled),
        )

    @property
    def restriction(self) -> str:
        """Why its results stay private, where the engine's licence restricts them."""
        if self.endpoint is None:
            return ""
        return str(ENGINES[self.endpoint.engine].publishing_restricted or "")

    @property
    def forms(self) -> list[Any]:  # forms of several kinds
        return [f for f in (self.sizing, self.parameters, self.climb) if f]

    @property
    def complaints(self) -> list[tuple[str, str]]:
        """Label and sentence of each wrong field."""
        told = [
            (str(field.label), str(error))
            for form in self.forms
            for field in form
            for error in field.errors
        ]
        return told + [("", message) for message in self.problems.values()]

    def note(self, error: FieldError | ParameterError) -> None:
        """Put what the domain refuses at its field."""
        if isinstance(error, ParameterError):
            for name, message in error.errors.items():
                self.parameters.add_error(name, message)
            return
        message = why_refused(error)
        own = climb.NAMES.get(error.field, error.field)
        if own in self.climb.fields:
            self.climb.add_error(own, message)
            return
        own = sizes.NAMES.get(error.field, error.field)
        if self.sizing and own in self.sizing.fields:
            self.sizing.add_error(own, message)
            return
        self.problems[error.field] = message


def read(
    given: QueryDict,
    *,
    owner: AbstractBaseUser,
    endpoints: Sequence[Endpoint],
    published: Result | None,
    is_sent: bool,
) -> Draft:
    """``published`` is the row to reproduce; its workload is the registry's. The form
    states the limits of ``owner``.

    A form that ``is_sent`` is taken at its word: a workload that the endpoint cannot
    run is a problem then, where before another one takes its place.
    """
    endpoint = chosen(endpoints, given.get("endpoint"))
    most_load = most_of(owner, Limit.THREADS)
    if published is None:
        known = WORKLOADS.get(given.get("workload", ""), WORKLOADS[DEFAULT_WORKLOAD])
        workload = known if is_sent else _fitting(known, endpoint)
        presets = of_endpoint(endpoint, workload)
        values = typed_values(workload, given, presets=presets)
        if not (is_sent or values or "preset" in given):
            values = _to_begin_with(presets)
        form = ParameterForm(workload, values, most_load=most_load)
        draft = _draft(given, endpoint, workload, form)
        draft.presets = presets
    else:
        draft = _draft_of_row(given, endpoint, published, most_load=most_load)
    if given.get("when") == LATER:
        draft.when = WhenForm(given)
    _settle(draft)
    return draft


def _to_begin_with(presets: Sequence[Preset]) -> dict[str, Any]:
    """The first that fits on the server: it warms up, where a workload's own values do not."""
    fitting = (each for each in presets if not each.plan.refusals)
    first = next(fitting, None)
    return dict(first.parameters) if first else {}


def _fitting(workload: Workload, endpoint: Endpoint | None) -> Workload:
    """The one asked for; where the endpoint cannot run it, the first that it can."""
    known = workloads_for(endpoint)
    return workload if workload in known or not known else known[0]


def _draft(
    given: QueryDict,
    endpoint: Endpoint | None,
    workload: Workload,
    parameters: ParameterForm,
    *,
    published: Result | None = None,
    size: SizingForm | None = None,
    from_row: Mapping[str, Any] | None = None,
    ladder: Sequence[int] = (),
) -> Draft:
    return Draft(
        endpoint=endpoint,
        workload=workload,
        parameters=parameters,
        climb=ClimbForm(given, workload, ladder=ladder),
        published=published,
        sizing=size,
        from_row=from_row,
        problems={},
        expected_regime=_expected(given),
    )


def _expected(given: QueryDict) -> str | Unstated | None:
    """None where nothing was chosen; the run form complains of what is no regime."""
    if "expected_regime" not in given:
        return AS_PUBLISHED
    expected = given["expected_regime"]
    return expected if expected in Regime.values else None


# Of a published row -----------------------------------------------------------------


def _draft_of_row(
    given: QueryDict,
    endpoint: Endpoint | None,
    published: Result,
    *,
    most_load: int,
) -> Draft:
    size = SizingForm(given)
    whole = reproduce(published, family=ENGINES[published.engine].family)
    # What a size in proportion to the buffer makes up for, so it comes first
    tables = {TABLES: whole.parameters[TABLES]} if TABLES in whole.parameters else {}
    typed = typed_over(tables, whole.workload, given)
    base = _base(whole, endpoint, size, overrides=typed)
    from_row = {**base.parameters, **tables}
    values = {**from_row, **sent_over(from_row, base.workload, given)}
    return _draft(
        given,
        endpoint,
        base.workload,
        ParameterForm(base.workload, values, most_load=most_load),
        published=published,
        size=size,
        from_row=from_row,
        ladder=base.ladder,
    )


def _base(
    whole: Reproduction,
    endpoint: Endpoint | None,
    size: SizingForm,
    *,
    overrides: Mapping[str, Any],
) -> Reproduction:
    """What the row asks for at the chosen size; ``whole`` where that is wrong."""
    published = whole.published
    try:
        return reproduce(
            published,
            family=ENGINES[published.engine].family,
            buffer_bytes=buffer_of(endpoint),
            overrides=overrides,
            reach=run_request.reach_of(endpoint, WORKLOADS.get(published.workload))
            if endpoint
            else NOTHING_KNOWN,
            **size.asked(),
        )
    except ReproductionError as error:
        size.add_error(sizes.NAMES.get(error.field, error.field), error.message)
    except ParameterError as error:
        size.add_error("size", " ".join(error.errors.values()))
    return whole


def buffer_of(endpoint: Endpoint | None) -> int | None:
    return run_plan.server_found(endpoint).get("buffer_bytes") if endpoint else None


# Settling ---------------------------------------------------------------------------


def _settle(draft: Draft) -> None:
    """Settles and plans what the forms hold; the reasons are noted where it cannot."""
    are_valid = [form.is_valid() for form in draft.forms]
    if draft.endpoint is None or not all(are_valid):
        return
    try:
        settled = run_request.settle(_request(draft, draft.endpoint))
    except (FieldError, ParameterError) as error:
        draft.note(error)
        return
    if settled.kept and draft.climb.declined == str(settled.kept.pk):
        loads = replace(settled.request, keeps_data_set=False)
        settled = replace(settled, request=loads)
    draft.settled, draft.kept = settled, settled.kept
    draft.plan = run_request.plan(settled)
    draft.loading_saved = run_request.loading_saved(settled, draft.plan)


def _request(draft: Draft, endpoint: Endpoint) -> RunRequest:
    values = draft.parameters.cleaned_data
    if draft.from_row is None or draft.sizing is None:
        return RunRequest(
            endpoint=endpoint,
            workload=draft.workload.name,
            parameters=values,
            expected_regime=draft.expected_regime,
            **draft.climb.asked(),
        )
    return RunRequest(
        endpoint=endpoint,
        reproduces=draft.published,
        parameters=_overrides(draft, values),
        expected_regime=draft.expected_regime,
        **draft.sizing.asked(),
        **draft.climb.asked(),
    )


def _overrides(draft: Draft, values: Mapping[str, Any]) -> dict[str, Any]:
    """What is not as the row filled it in.

    Its load is, where the row brings a ladder that was emptied.
    """
    filled, load = draft.from_row or {}, draft.workload.load
    changed = {n: value for n, value in values.items() if value != filled.get(n)}
    is_emptied = draft.climb.cleaned_data["ladder"] is None
    if is_emptied and draft.published is not None and is_tuned(draft.published):
        changed[load] = values[load]
    return changed
