"""Uploads: what is taken out of them, and what is kept."""

import gzip
import hashlib
import io
import threading
import zipfile
from concurrent.futures import ThreadPoolExecutor

import pytest

from benchruns.parsers.stored.text import MOST_SUSPECT
from benchruns.parsers.tool_report import Format
from benchruns.submissions import intake
from benchruns.submissions.intake import limits
from tests.bench.intake_memory import CASES, LIMIT, cost_of
from tests.benchruns.report_cases.case import SAMPLES
from tests.benchruns.report_cases.settings import CASES as SETTINGS_CASES
from tests.benchruns.submissions.intake.filled_templates import ROW, workbook
from tests.hostile_uploads import zip_of

SETTINGS = [case for case in SETTINGS_CASES if not case.refused]
READ_ONLY = (SAMPLES / "sysbench-1.0-oltp-read-only.txt").read_bytes()
READ_WRITE = (SAMPLES / "sysbench-1.0-oltp-read-write.txt").read_bytes()
TPS = 1866.48
BOOK = workbook(list(ROW), list(ROW.values()))
SECRET = b"Password: hunter2\n$ sysbench oltp_read_only --mysql-password=hunter2 run\n"


def read(content: bytes, name: str = "run.txt", **options) -> list[intake.ReadFile]:
    return intake.read_upload(name, io.BytesIO(content), **options)


def refusal(content: bytes, name: str = "run.txt", **options) -> intake.Refused:
    with pytest.raises(intake.Refused) as caught:
        read(content, name, **options)
    return caught.value


def test_a_text_is_kept_as_it_was_uploaded():
    (file,) = read(READ_ONLY)

    assert (file.name, file.archive, file.secrets) == ("run.txt", "", 0)
    assert file.content == READ_ONLY
    assert file.size_bytes == len(READ_ONLY)
    assert file.sha256 == hashlib.sha256(READ_ONLY).hexdigest()
    assert file.report.figures.tps == TPS


def test_a_text_that_ends_before_its_figures_is_told_what_to_do():
    refused = refusal(READ_ONLY.partition(b"SQL statistics:")[0])

    assert refused.message == (
        "The report has no final block (“SQL statistics:”). Let the tool run to its end "
        "and upload its whole output, or fill in the report template."
    )


def test_secrets_are_blanked_and_the_hash_lets_nobody_guess_them():
    (file,) = read(SECRET + READ_ONLY)

    assert b"hunter2" not in file.content
    assert file.secrets == 2
    assert file.sha256 == hashlib.sha256(file.content).hexdigest()
    assert file.size_bytes == len(file.content)
    assert file.report.figures.tps == TPS
    assert intake.report_of(file.content, name=file.name) == file.report


@pytest.mark.parametrize(
    "encoded",
    [
        READ_ONLY.decode().encode("utf-8-sig"),
        READ_ONLY.decode().encode("utf-16"),
        b"\xfe\xff" + READ_ONLY.decode().encode("utf-16-be"),
        READ_ONLY.replace(b"\n", b"\r\n"),
    ],
    ids=["UTF-8 with a mark", "UTF-16", "UTF-16 from the other end", "Windows lines"],
)
def test_what_windows_makes_of_a_text_is_read(encoded):
    (file,) = read(encoded)

    assert file.content == encoded
    assert file.report.figures.tps == TPS
    assert intake.report_of(file.content, name=file.name) == file.report


def test_gzip_is_told_by_its_bytes_and_holds_one_file():
    (file,) = read(
        gzip.compress(READ_ONLY[:99]) + gzip.compress(READ_ONLY[99:]), "x.gz"
    )

    assert (file.name, file.archive) == ("x", "x.gz")
    assert file.content == READ_ONLY
    assert file.report.figures.tps == TPS


def test_a_zip_file_holds_many_files_and_a_filled_in_report():
    content = zip_of(
        ("runs/", b""),
        ("runs/1/out.txt", READ_ONLY),
        ("runs/2/out.txt", READ_WRITE),
        ("report.xlsx", BOOK),
        ("__MACOSX/runs/1/._out.txt", b"\0\5\26\7"),
        ("runs/.DS_Store", b"\0\0\0\1Bud1"),
    )

    files = read(content, "all.zip")

    assert [file.name for file in files] == [
        "runs-1-out.txt",
        "runs-2-out.txt",
        "report.xlsx",
    ]
    assert {file.archive for file in files} == {"all.zip"}
    assert [file.report.format for file in files[1:]] == [
        Format.SYSBENCH,
        Format.TEMPLATE_XLSX,
    ]


def test_a_workbook_is_told_by_its_bytes():
    (file,) = read(BOOK, "anything.txt")

    assert file.report.rows[0].figures.tps == ROW["tps"]
    assert intake.report_of(file.content, name="x") == file.report
    assert file.sha256 == hashlib.sha256(file.content).hexdigest()


def test_a_name_holds_no_secret():
    pack = zip_of(("runs/--mysql-password=hunter2.txt", READ_ONLY))

    (file,) = read(pack, "mysql_pass=hunter2.zip")

    assert "hunter2" not in file.name + file.archive


def test_the_csv_template_is_told_by_its_columns():
    (file,) = read(b"workload,tps,command\ntpcc,5,x --password=hunter2 run\n")

    assert file.report.format == Format.TEMPLATE_CSV
    assert file.report.rows[0].stated["command"] == "x --password=*** run"
    assert (file.secrets, b"hunter2" in file.content) == (1, False)


def test_settings_are_read_as_such():
    (file,) = read(b"Variable_name\tValue\ninnodb_buffer_pool_size\t134217728\n")

    assert file.report.format == Format.MYSQL_VARIABLES
    assert file.report.settings["innodb_buffer_pool_size"] == "134217728"


def test_a_foreign_text_is_refused_with_its_name_and_line():
    refused = refusal(b"Dear diary,\n")

    assert refused.name == "run.txt"
    assert refused.message.startswith("This is none of the formats that are read")
    assert refused.line == "Dear diary,"
    assert "the report template (XLSX, CSV), which is on the page" in refused.message


def test_a_bad_file_in_an_archive_is_named():
    refused = refusal(
        zip_of(("good.txt", READ_ONLY), ("d/bad.txt", b"Hello.")), "a.zip"
    )

    assert refused.name == "bad.txt"


def test_what_is_blanked_in_a_cell_leaves_the_next_one_alone():
    sent = b"workload,tps,command,tool\ntpcc,5,mysql -h db7 -phunter2,hammerdb\n"

    (file,) = read(sent)

    assert file.report.rows[0].stated["command"] == "mysql -h db7 -p***"
    assert file.report.rows[0].stated["tool"] == "hammerdb"
    assert file.secrets == 1
    assert intake.report_of(file.content, name="x") == file.report


def test_the_cells_of_a_bad_report_are_told():
    refused = refusal(workbook(["workload", "tps"], ["tpcc", -1], ["tpcc", "x"]))

    assert [cell for cell, _ in refused.cells] == ["B2 (tps)", "B3 (tps)"]
    assert "B2 (tps): Give a number above 0" in refused.message


# Limits ------------------------------------------------------------------------------


def test_an_upload_above_the_limit_is_refused_before_it_is_read_further():
    class Endless(io.RawIOBase):
        given = 0

        def read(self, size=-1):
            assert size > 0
            self.given += size
            return b"x" * size

    stream = Endless()

    with pytest.raises(intake.Refused, match="A file may hold 16 MB"):
        intake.read_upload("x", stream)
    assert stream.given == limits.MOST_UPLOAD_BYTES + 1


def test_uploads_of_one_request_share_a_budget():
    budget = intake.Budget()
    pack = zip_of(*((f"{n}.txt", READ_ONLY + b"%d\n" % n) for n in range(40)))

    assert len(read(pack, budget=budget)) == 40
    assert "may hold 64 files" in refusal(pack, budget=budget).message


def test_the_texts_of_one_request_are_counted_together():
    budget = intake.Budget()
    budget.take_text(limits.MOST_TEXTS_BYTES - 9, name="")

    assert "may hold 16 MB together" in refusal(READ_ONLY, budget=budget).message
    assert "16 MB together" in refusal(gzip.compress(READ_ONLY), budget=budget).message


def test_the_samples_of_one_request_are_counted_together():
    budget = intake.Budget()
    (report,) = (file.report for file in read(READ_ONLY, budget=budget))
    budget.take_samples(limits.MOST_SAMPLES - 2 * len(report.samples) + 1, name="")

    refused = refusal(READ_ONLY, "again.txt", budget=budget)

    assert "may hold 140,000 samples together" in refused.message
    assert refused.name == "again.txt"


def test_rows_of_several_templates_are_counted_together():
    budget = intake.Budget()
    budget.take_rows(limits.MOST_ROWS, name="first.csv")

    refused = refusal(BOOK, "second.xlsx", budget=budget)

    assert "may hold 1,000 rows together" in refused.message
    assert refused.name == "second.xlsx"


def test_workbooks_are_few():
    pack = zip_of(*((f"{n}.xlsx", BOOK) for n in range(limits.MOST_WORKBOOKS + 1)))

    assert "may hold 4 workbooks" in refusal(pack).message


def test_a_large_text_beyond_ascii_is_refused():
    text = "é".encode() + READ_ONLY + b"x" * limits.MOST_WIDE_BYTES

    assert "may hold ASCII characters alone" in refusal(text).message


def _changed(entry: zipfile.ZipInfo, **attributes: int) -> bytes:
    for name, value in attributes.items():
        setattr(entry, name, value)
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr(entry, READ_ONLY)
    return content.getvalue()


@pytest.mark.parametrize(
    ("attributes", "words"),
    [
        ({"external_attr": 0o120777 << 16}, "a link or a device"),
        ({"compress_type": zipfile.ZIP_BZIP2}, "packed by a rare method"),
        ({"compress_type": zipfile.ZIP_LZMA}, "packed by a rare method"),
    ],
)
def test_entries_that_are_no_plain_files_are_refused(attributes, words):
    assert words in refusal(_changed(zipfile.ZipInfo("run.txt"), **attributes)).message


def test_a_locked_archive_is_refused():
    packed = bytearray(zip_of(("run.txt", READ_ONLY)))
    packed[6] |= 1  # of the file
    packed[packed.find(b"PK\x01\x02") + 8] |= 1  # of its line in the directory

    assert "locked with a password" in refusal(bytes(packed)).message


def test_a_wrong_checksum_is_refused():
    packed = bytearray(zip_of(("run.txt", READ_ONLY)))
    packed[packed.find(b"PK\x01\x02") + 16] ^= 1

    assert "damaged" in refusal(bytes(packed)).message


def test_a_file_without_a_name_is_read():
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr(zipfile.ZipInfo(""), READ_ONLY)

    (file,) = read(content.getvalue(), "a.zip")

    assert file.name == "unnamed"


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_files_of_one_name_are_refused():
    pack = zip_of(("a.txt", READ_ONLY), ("a.txt", READ_WRITE))

    assert "two files of the same name" in refusal(pack).message


@pytest.mark.parametrize(
    ("sign", "words"),
    [(b"BZh9", "use zip or gzip"), (b"7z\xbc\xaf\x27\x1c", "use zip or gzip")],
)
def test_other_packing_is_told(sign, words):
    assert words in refusal(sign + bytes(20)).message
    assert "tar archive" in refusal(b"x".ljust(257, b"\0") + b"ustar\0").message


def test_the_largest_text_takes_little_memory():
    cost = cost_of(CASES["a pgbench log"]())

    assert cost.outcome == "1 files, pgbench-log"
    assert cost.mebibytes < LIMIT


class Slow(io.BytesIO):
    """The bytes of somebody else: more than a small upload's come when they are told to."""

    def __init__(self, content: bytes) -> None:
        super().__init__(content)
        self.is_read, self.may_end = threading.Event(), threading.Event()

    def read(self, size: int | None = -1, /) -> bytes:
        if size is None or size > limits.MOST_LIGHT_BYTES + 1:
            self.is_read.set()
            assert self.may_end.wait(HANG_SECONDS)
        return super().read(size)


HANG_SECONDS = 60


def test_a_small_text_waits_for_no_large_upload():
    large = Slow(READ_ONLY * (limits.MOST_LIGHT_BYTES // len(READ_ONLY) + 2))
    with ThreadPoolExecutor(1) as others:
        reading = others.submit(intake.read_upload, "large.txt", large)
        assert large.is_read.wait(HANG_SECONDS)

        (file,) = read(READ_ONLY)

        large.may_end.set()
        with pytest.raises(intake.Refused, match="more than one report"):
            reading.result(HANG_SECONDS)
    assert file.report.format == Format.SYSBENCH


def test_large_uploads_are_read_one_at_a_time():
    first, second = (
        Slow(READ_ONLY * (limits.MOST_LIGHT_BYTES // len(READ_ONLY) + 2))
        for _number in range(2)
    )
    with ThreadPoolExecutor(2) as others:
        reading = others.submit(intake.read_upload, "first.txt", first)
        assert first.is_read.wait(HANG_SECONDS)
        waiting = others.submit(intake.read_upload, "second.txt", second)
        second.may_end.set()

        assert not reading.done()
        assert not waiting.done()

        first.may_end.set()
        for each in (reading, waiting):
            with pytest.raises(intake.Refused):
                each.result(HANG_SECONDS)


@pytest.mark.parametrize("line", ["mysql -u a -p b\n", "--password b\n"])
def test_a_text_of_commands_alone_is_refused_before_each_is_looked_at(line):
    found = refusal(line.encode() * (MOST_SUSPECT // len(line) + 1))

    assert "may hold passwords" in found.message


def test_a_long_output_with_a_few_commands_is_read():
    log = (SAMPLES / "pgbench/15-log-threads.log").read_text()

    (file,) = read(log.encode() * (2 * MOST_SUSPECT // len(log)))

    assert file.report.format == Format.PGBENCH_LOG
