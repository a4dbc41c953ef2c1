"""What each operation does, in one line, by the id of the operation, subject by subject."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = str | Promise


@dataclass(frozen=True, slots=True)
class Subject:
    """Operations that belong together, in the order in which they are used."""

    anchor: str
    title: Words
    note: Words
    summaries: Mapping[str, Words]


SUBJECTS = (
    Subject(
        "figures",
        _("Figures"),
        _("Open to everybody: no token is needed."),
        {
            "engines_list": _("List the engines and versions that have results"),
            "results_list": _(
                "Find results by engine, class, workload, regime and more"
            ),
            "results_retrieve": _("Read one result with its conditions and findings"),
            "results_histogram_retrieve": _(
                "Read the latencies of one result, bucket by bucket"
            ),
            "compare_retrieve": _("Compare up to 12 results or instance classes"),
            "instance_classes_needed_retrieve": _(
                "Find the classes that reach a throughput"
            ),
            "instance_classes_nearest_retrieve": _(
                "Find the classes nearest to a size"
            ),
            "instance_classes_list": _("List instance classes with their best figures"),
            "instance_classes_retrieve": _("Read one instance class"),
            "providers_list": _("List the providers"),
            "providers_retrieve": _("Read one provider"),
            "campaigns_list": _("List the campaigns: results of one method each"),
            "campaigns_retrieve": _(
                "Read one campaign with its commands and statements"
            ),
            "sources_list": _("List the papers that vendor rows come from"),
            "sources_retrieve": _("Read one paper, section by section"),
            "workloads_list": _("List the workloads that can be run"),
            "export_retrieve": _("Take along all that you may see, as one zip file"),
            "workloads_retrieve": _(
                "Read one workload with its parameters and presets"
            ),
        },
    ),
    Subject(
        "runs",
        _("Servers and runs"),
        _("With a token; public runs are open to everybody."),
        {
            "endpoints_list": _("List your endpoints; for staff those of all users"),
            "endpoints_create": _("Register a database server"),
            "endpoints_retrieve": _("Read one endpoint with its last check"),
            "endpoints_update": _("Replace an endpoint's settings"),
            "endpoints_partial_update": _("Change some of an endpoint's settings"),
            "endpoints_destroy": _("Delete an endpoint; its runs and results stay"),
            "endpoints_check_create": _("Check that an endpoint is ready for runs"),
            "endpoints_presets_retrieve": _(
                "Read parameters to start from, sized for its buffer"
            ),
            "runs_plan_create": _(
                "Plan a run: what it creates, how long it takes, if it fits"
            ),
            "runs_create": _("Start a run, now or at a time"),
            "runs_list": _("List runs: yours and public ones"),
            "runs_retrieve": _("Read one run with its state and figures"),
            "runs_partial_update": _("Give a run a name, a note or tags"),
            "runs_cancel_create": _("Cancel a run"),
            "runs_destroy": _("Delete a failed or cancelled run"),
            "runs_samples_retrieve": _("Read throughput and latency second by second"),
            "runs_counters_retrieve": _("Read the server's counters second by second"),
            "runs_generators_retrieve": _(
                "Read what each of a run's load generators does and measured"
            ),
            "runs_events_list": _("Read what happened in a run"),
            "runs_output_retrieve": _("Read the raw output of the tool"),
            "runs_variables_retrieve": _(
                "Read the server's variables as the run found them"
            ),
            "runs_publish_create": _("Publish a run and its result"),
            "runs_unpublish_create": _("Make a public run private again"),
            "sweeps_list": _("List sweeps: yours and those with public runs"),
            "sweeps_create": _("Start a sweep: one run for each thread count"),
            "sweeps_retrieve": _("Read one sweep with its curve and peak"),
            "sweeps_cancel_create": _("Cancel what is left of a sweep"),
            "sweeps_publish_create": _("Publish the runs of a sweep"),
            "schedules_list": _(
                "List your schedules, which recur; for staff those of all users"
            ),
            "schedules_create": _("Repeat a run or a sweep on a schedule"),
            "schedules_retrieve": _("Read one schedule with its next and last times"),
            "schedules_partial_update": _("Change, pause or resume a schedule"),
            "schedules_run_now_create": _("Start a schedule once more, now"),
            "schedules_times_list": _("Read what came of a schedule's times"),
            "schedules_destroy": _("Delete a schedule; its runs stay"),
            "data_sets_list": _("List the data sets kept on your servers"),
            "data_sets_retrieve": _("Read one data set"),
            "data_sets_destroy": _("Drop a data set from its server"),
            "generators_list": _("List the load generators"),
            "generators_retrieve": _("Read one load generator"),
        },
    ),
    Subject(
        "webhooks",
        _("Webhooks"),
        _("Addresses of yours to which events are sent, and what was sent."),
        {
            "webhooks_list": _("List your webhooks; for staff those of all users"),
            "webhooks_create": _("Make a webhook; its secret is shown once"),
            "webhooks_retrieve": _("Read one webhook, without its secret"),
            "webhooks_partial_update": _("Change, pause or resume a webhook"),
            "webhooks_destroy": _("Delete a webhook and what waits for it"),
            "webhooks_new_secret_create": _("Give a webhook another secret"),
            "webhooks_test_create": _("Send a webhook a test"),
            "webhooks_deliveries_list": _("Read what was sent to a webhook"),
            "webhooks_redeliver_create": _("Send an event to a webhook once more"),
            "webhooks_skip_create": _("Give up an event that holds back later ones"),
        },
    ),
    Subject(
        "trends",
        _("Over time"),
        _("Repeats of the same test, outliers, and rules that watch a figure."),
        {
            "results_exclude_create": _(
                "Leave an outlier out of medians and best figures"
            ),
            "results_include_create": _("Count an excluded result again"),
            "series_list": _("List series: repeats of the same test over time"),
            "series_retrieve": _(
                "Read one series with its points and changes of level"
            ),
            "regression_rules_list": _("List your regression rules"),
            "regression_rules_create": _(
                "Watch a figure of a series for getting worse"
            ),
            "regression_rules_retrieve": _("Read one regression rule"),
            "regression_rules_partial_update": _(
                "Change when a series counts as worse"
            ),
            "regression_rules_destroy": _("Delete a regression rule"),
        },
    ),
    Subject(
        "reports",
        _("Test reports"),
        _("Uploaded results on their way through review."),
        {
            "submissions_list": _("List test reports: accepted ones and yours"),
            "submissions_create": _("Upload the files of a test as a draft"),
            "submissions_retrieve": _("Read one test report"),
            "submissions_partial_update": _("State how the test was done"),
            "submissions_destroy": _("Delete a draft"),
            "submissions_files_create": _("Add files to a draft"),
            "submissions_files_partial_update": _("State what differs for one file"),
            "submissions_files_destroy": _("Take a file out of a draft"),
            "submissions_files_raw_retrieve": _("Download a file without its secrets"),
            "submissions_files_samples_retrieve": _("Read the samples found in a file"),
            "submissions_submit_create": _("Hand a report in for review"),
            "submissions_take_back_create": _(
                "Take a report back before it is decided"
            ),
            "submissions_withdraw_create": _("Withdraw a report"),
            "submissions_comment_create": _("Write to the reviewers or to the owner"),
            "submissions_events_list": _("Read the history of a report"),
            "submissions_request_changes_create": _("Ask for changes (reviewers)"),
            "submissions_accept_create": _("Accept a report with a grade (reviewers)"),
            "submissions_reject_create": _("Reject a report (reviewers)"),
        },
    ),
    Subject(
        "catalogue",
        _("The catalogue"),
        _("Entered by staff, and read above."),
        {
            "providers_create": _("Enter a provider (staff)"),
            "providers_partial_update": _("Change a provider (staff)"),
            "instance_classes_create": _("Enter an instance class (staff)"),
            "instance_classes_partial_update": _("Change an instance class (staff)"),
            "campaigns_create": _("Enter a paper's campaign for review (staff)"),
            "campaign_drafts_list": _(
                "List the campaigns that wait for review (staff)"
            ),
            "campaign_drafts_retrieve": _(
                "Read one campaign that waits for review (staff)"
            ),
            "campaign_drafts_partial_update": _(
                "Change a campaign before review (staff)"
            ),
            "campaign_drafts_accept_create": _("Publish a reviewed campaign (staff)"),
            "campaign_drafts_give_back_create": _(
                "Give a campaign back for changes (staff)"
            ),
            "campaign_drafts_withdraw_create": _("Withdraw a campaign (staff)"),
        },
    ),
    Subject(
        "stop",
        _("Emergency stop"),
        _("Staff stop all load; everybody reads whether they have."),
        {
            "stop_retrieve": _("Read whether all load is stopped, and why"),
            "stop_create": _("Stop all load (staff)"),
            "stop_destroy": _("Lift the stop (staff)"),
        },
    ),
    Subject(
        "access",
        _("Access"),
        _("Tokens for programs."),
        {
            "tokens_list": _("List your API tokens"),
            "tokens_create": _("Create an API token; its key is shown once"),
            "tokens_retrieve": _("Read one token, without its key"),
            "tokens_destroy": _("Revoke a token"),
        },
    ),
)
SUMMARIES: Mapping[str, Words] = {
    name: summary for subject in SUBJECTS for name, summary in subject.summaries.items()
}
