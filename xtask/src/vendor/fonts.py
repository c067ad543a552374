"""Cuts the shipped fonts out of their upstream packages. Run by `cargo xtask vendor` alone.

    fonts.py <folder of unpacked npm packages> <output folder>

Inter comes from its author's own package, since the common subsets lack the arrows and signs that
lessons use. JetBrains Mono is variable in one package and complete in another: the signs missing
from the first are copied from the second, with the same outline at every weight.
"""

import json
import sys
from pathlib import Path

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

LATIN = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x100),
    *map(ord, "ıŒœŸˆ˚˜\u2009\u200a\u202f‐‑‒–—―‘’‚“”„†‡•…‰′″‹›⁄€™"),
]
SIGNS = [*map(ord, "←↑→↓↔↺↻⇒⇧∅∞≈≠≤≥−⌘⏎␣─│┌┐└┘├┤┬┴┼■□▲△▶▷▼▽◀◁◆◇○●✓✗")]
LATIN_EXT = [*range(0x100, 0x250), *range(0x1E00, 0x1F00), *range(0x20A0, 0x20C1)]
WEIGHTS = {"inter": [400, 560, 650], "jetbrains-mono": [400, 500, 600]}


def read(path):
    # Keeps the upstream time stamp, so that the same input gives the same bytes.
    return TTFont(path, recalcTimestamp=False)


def subset(font, code_points, features):
    options = Options()
    options.layout_features = features
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.notdef_outline = True
    options.glyph_names = False
    options.hinting = False
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=code_points)
    subsetter.subset(font)


def add_signs(font, donor, code_points):
    """Copies what `font` lacks from `donor`, unchanged by weight."""
    font.ensureDecompiled()
    ours, theirs = font.getBestCmap(), donor.getBestCmap()
    glyphs = donor.getGlyphSet()
    for code_point in code_points:
        if code_point in ours or code_point not in theirs:
            continue
        source, name = theirs[code_point], f"uni{code_point:04X}"
        recording = DecomposingRecordingPen(glyphs)
        glyphs[source].draw(recording)
        pen = TTGlyphPen(None)
        recording.replay(pen)
        font["glyf"][name] = pen.glyph()
        font["hmtx"][name] = donor["hmtx"][source]
        font["gvar"].variations[name] = []
        for table in font["cmap"].tables:
            if table.isUnicode():
                table.cmap[code_point] = name
    font.setGlyphOrder(font["glyf"].glyphOrder)


def inter(packages):
    return read(packages / "inter-ui/variable/InterVariable.woff2")


def mono(packages, script):
    files = packages / "@fontsource-variable/jetbrains-mono/files"
    font = read(files / f"jetbrains-mono-{script}-wght-normal.woff2")
    if script == "latin":
        donor = packages / "@expo-google-fonts/jetbrains-mono/400Regular"
        # A monospaced font's advances never vary, and this table would not know the added signs.
        del font["HVAR"]
        add_signs(font, read(donor / "JetBrainsMono_400Regular.ttf"), LATIN + SIGNS)
    return font


def write_web(font, code_points, features, path):
    subset(font, code_points, features)
    limits = {"opsz": 14, "wght": (400, 400, 700)}
    axes = {axis.axisTag for axis in font["fvar"].axes}
    font = instantiateVariableFont(font, {a: l for a, l in limits.items() if a in axes})
    font.flavor = "woff2"
    font.save(path)


def write_static(path, weight, out):
    """A static TrueType cut of a shipped font, for drawing pictures on the server."""
    font = instantiateVariableFont(read(path), {"wght": weight}, updateFontNames=False)
    font.flavor = None
    font["OS/2"].usWeightClass = weight
    font.save(out)


def advances(path, weights):
    fixed = {w: instantiateVariableFont(read(path), {"wght": w}) for w in weights}
    first = next(iter(fixed.values()))
    cmap = first.getBestCmap()
    columns = {
        str(w): [font["hmtx"][cmap[c]][0] for c in sorted(cmap)] for w, font in fixed.items()
    }
    return {
        "units_per_em": first["head"].unitsPerEm,
        "code_points": sorted(cmap),
        "advances": columns,
    }


def main():
    packages, out = Path(sys.argv[1]), Path(sys.argv[2])
    (out / "ttf").mkdir(parents=True, exist_ok=True)
    # Code ligatures are left out: a manifest shows the characters that are in the file.
    sans, code = ["kern", "mark", "mkmk", "ccmp", "locl", "tnum", "case"], ["ccmp", "locl"]
    write_web(inter(packages), LATIN + SIGNS, sans, out / "inter-latin.woff2")
    write_web(inter(packages), LATIN_EXT, sans, out / "inter-latin-ext.woff2")
    write_web(mono(packages, "latin"), LATIN + SIGNS, code, out / "jetbrains-mono-latin.woff2")
    write_web(
        mono(packages, "latin-ext"), LATIN_EXT, code, out / "jetbrains-mono-latin-ext.woff2"
    )
    for weight in (400, 650):
        write_static(out / "inter-latin.woff2", weight, out / f"ttf/Inter-{weight}.ttf")
    write_static(out / "jetbrains-mono-latin.woff2", 500, out / "ttf/JetBrainsMono-500.ttf")
    table = {f: advances(out / f"{f}-latin.woff2", WEIGHTS[f]) for f in WEIGHTS}
    (out / "advances.json").write_text(json.dumps(table, separators=(",", ":")) + "\n")


main()
