"""Scripts and styles in one file each, as ``collectstatic`` writes them."""

import re
from pathlib import Path

import brotli
import pytest
from django.conf import settings
from django.core.management import CommandError
from fontTools.ttLib import TTFont

from portal.assets import bundles
from portal.assets.storage import PageCompressor

SOURCES = Path(settings.BASE_DIR) / "static"
LINK = re.compile(r"""(?:@import|import|from) ?["'](\.[^"']+)["']""")


def test_all_that_pages_name_is_there_and_each_style_is_used():
    named = bundles.named_by_pages()

    assert {name for name in named if not (SOURCES / name).exists()} == set()
    used = named | {
        f"css/{name}"
        for each in named
        if each.endswith(".css")
        for name in re.findall(r'@import "\./(.*)"', (SOURCES / each).read_text())
    }
    assert {f"css/{each.name}" for each in (SOURCES / "css").glob("*.css")} <= used


def test_a_bundle_asks_for_no_other_script_or_style(tmp_path):
    written = bundles.write(SOURCES, bundles.named_by_pages(), tmp_path)

    # of pages with a timeline, when a chart is taken along, and when a fold of a run is opened
    late = {
        *("js/charts/seconds.js", "js/charts/picture.js"),
        "js/run/generator_counters.js",
    }
    assert {*written} == bundles.named_by_pages() | late
    for name in ("js/charts.js", "js/run/generator_counters.js"):
        assert len((tmp_path / name).read_text()) < 30_000, "holds Chart.js"
    for name in written:
        assert LINK.findall((tmp_path / name).read_text()) == [], name
    style = (tmp_path / "css/site.css").read_text()
    assert "../vendor/inter-latin.woff2" in style
    assert len(style) > (SOURCES / "css/base.css").stat().st_size


def test_what_a_bundle_was_made_of_is_read_anew(tmp_path):
    sources, into = tmp_path / "static", tmp_path / "collected"
    (sources / "js").mkdir(parents=True)
    into.mkdir()
    (sources / "js/page.js").write_text(
        'import { word } from "./word.js";\nalert(word);'
    )
    for word in ("before", "after"):
        (sources / "js/word.js").write_text(f'export const word = "{word}";')
        bundles.write(sources, ["js/page.js"], into)

    assert "after" in (into / "js/page.js").read_text()


def test_what_a_script_loads_later_is_a_file_of_its_own_with_what_it_uses(tmp_path):
    sources, into = tmp_path / "static", tmp_path / "collected"
    (sources / "js/parts").mkdir(parents=True)
    into.mkdir()
    (sources / "js/page.js").write_text('import("./parts/late.js");')
    (sources / "js/parts/late.js").write_text('import { a } from "./both.js"; a();')
    (sources / "js/parts/both.js").write_text(
        'export function a() { alert("used"); }\nexport function b() { alert("idle"); }'
    )

    written = bundles.write(sources, ["js/page.js"], into)

    assert written == ["js/page.js", "js/parts/late.js"]
    assert 'import("./parts/late.js")' in (into / "js/page.js").read_text()
    late = (into / "js/parts/late.js").read_text()
    assert "used" in late
    assert "idle" not in late


def test_what_is_packed_already_is_loaded_from_where_it_lies(tmp_path):
    sources, into = tmp_path / "static", tmp_path / "collected"
    for folder in (sources / "js", sources / "vendor", into):
        folder.mkdir(parents=True)
    (sources / "js/page.js").write_text('import("../vendor/charts.js");')
    (sources / "vendor/charts.js").write_text('window.word = "packed";')

    written = bundles.write(sources, ["js/page.js"], into)

    assert written == ["js/page.js"]
    assert 'import("../vendor/charts.js")' in (into / "js/page.js").read_text()


def test_chart_js_has_the_parts_of_our_charts_and_no_other():
    code = (SOURCES / "vendor/chart.js").read_text()

    assert {*re.findall(r'static id="(\w+)"', code)} == {
        *("bar", "line", "scatter", "category", "linear", "logarithmic", "point"),
    }


@pytest.mark.parametrize(
    ("name", "most_kb"),
    [("chart.js", 46), ("htmx.min.js", 16), ("auto-complete.js", 4)],
)
def test_what_npm_ci_packs_is_light(name, most_kb):
    packed = brotli.compress((SOURCES / "vendor" / name).read_bytes())

    assert len(packed) <= most_kb * 1000


@pytest.mark.parametrize(
    ("name", "most_kb"),
    [
        ("latin", 18),
        ("accents", 10),
        ("dagger", 2),
        ("european", 11),
        ("latin-ext", 46),
    ],
)
def test_fonts_are_cut_to_what_they_are_for(name, most_kb):
    font = SOURCES / "vendor" / f"inter-{name}.woff2"

    assert font.stat().st_size <= most_kb * 1000


def test_a_font_shows_a_code_as_it_is_written():
    """Contextual alternates show 16x4 as 16×4 and -> as an arrow."""
    for path in (SOURCES / "vendor").glob("inter-*.woff2"):
        features = TTFont(path)["GSUB"].table.FeatureList.FeatureRecord
        assert "calt" not in {each.FeatureTag for each in features}, path.name


def test_a_source_that_cannot_be_read_is_named(tmp_path):
    (tmp_path / "js").mkdir()
    (tmp_path / "js/page.js").write_text('import "./gone.js";')

    with pytest.raises(CommandError, match=r"gone\.js(.|\n)*page\.js:1"):
        bundles.write(tmp_path, ["js/page.js"], tmp_path)


def test_without_esbuild_it_says_what_to_do(tmp_path, settings):
    settings.BASE_DIR = tmp_path

    with pytest.raises(CommandError, match="run npm ci"):
        bundles.write(SOURCES, ["js/main.js"], tmp_path)


def test_brotli_packs_what_pages_ask_for_and_nothing_else(tmp_path):
    for name in ("js/page.js", "js/page.0123456789ab.js", "js/word.0123456789ab.js"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("export const word = 'packed';\n" * 50)
    packer = PageCompressor(
        root=tmp_path, named=frozenset({"js/page.js"}), extensions=["map"], quiet=True
    )

    for each in sorted(tmp_path.glob("js/*.js")):
        packer.compress(str(each))

    assert {each.name for each in tmp_path.glob("js/*.gz")} == {
        "page.js.gz",
        "page.0123456789ab.js.gz",
        "word.0123456789ab.js.gz",
    }
    assert [each.name for each in tmp_path.glob("js/*.br")] == [
        "page.0123456789ab.js.br"
    ]
