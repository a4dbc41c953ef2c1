"""The answer of one version of an engine in words: its figure first, with its margin."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from benchruns.catalogue.needs.need import Need
from benchruns.catalogue.needs.versions import OfVersion
from benchruns.engines import engine_title
from benchruns.results.staleness import ended_support
from benchruns.units import size_text
from portal.formats.figures import figure
from portal.wording.needs.reasons import times_text


def version_text(of: OfVersion, need: Need) -> str:
    """``MySQL 8.0: no class is proven; c2.xlarge (5,457 TPS) is in doubt.``

    The end of its vendor's support is said of a version that may be the answer.
    """
    told = _of_version(of, need)
    ended = ended_support(of.engine, of.engine_version)
    if ended is None or not (of.reached or of.doubted):
        return told
    return _("%(told)s It has had no support since %(day)s.") % {
        "told": told,
        "day": ended.values["ended_on"],
    }


def _of_version(of: OfVersion, need: Need) -> str:
    words = {
        "version": engine_title(of.engine, of.engine_version),
        "name": of.code or "",
        "size": size_text(of.vcpus, of.memory_gb),
        "reached": of.reached,
        "doubted": of.doubted,
        "short": of.missed_by_median,
        "open": of.doubted_code or "",
        "doubtful": figure(of.doubted_tps),
        "tps": figure(of.tps),
        "times": times_text((of.tps or 0) / need.tps),
    }
    if of.reached:
        told = ngettext(
            "%(version)s: %(tps)s TPS, %(times)s: %(name)s, %(size)s, the only class that "
            "reached it.",
            "%(version)s: %(tps)s TPS, %(times)s: %(name)s, %(size)s, the smallest of "
            "%(reached)d.",
            of.reached,
        )
    elif of.doubted:
        told = ngettext(
            "%(version)s: no class is proven; %(open)s (%(doubtful)s TPS) is in doubt.",
            "%(version)s: no class is proven; %(doubted)d are in doubt, the smallest "
            "%(open)s (%(doubtful)s TPS).",
            of.doubted,
        )
    elif of.missed_by_median:
        told = ngettext(
            "%(version)s: no class is proven; of %(short)d the best repeat reached it, but "
            "not the median.",
            "%(version)s: no class is proven; of %(short)d the best repeat reached it, but "
            "not the median.",
            of.missed_by_median,
        )
    elif of.is_tested:
        told = _("%(version)s: no class reached it.")
    else:
        told = _("%(version)s: no class was tested under this load.")
    return told % words
