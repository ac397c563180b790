#!/usr/bin/env bash
# Cuts the two families down to the letters, weights and features that the page
# uses, and puts them into web/src/style/fonts, where they are committed: what a
# first visit fetches is counted (web/e2e/weight.spec.ts). Needs Debian's
# fonttools and python3-brotli, and the packages of the web client.
set -euo pipefail
cd "$(dirname "$0")/../web"

manrope=node_modules/@fontsource-variable/manrope/files
playfair=node_modules/@fontsource/playfair-display/files
fonts=src/style/fonts
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$fonts"

punctuation=U+2010-2015,U+2018-201E,U+2022,U+2026,U+20AC,U+2212
# The letters of Vietnamese and English within Latin-1.
latin=U+0020-007E,U+00A0,U+00B7,U+00C0-00C3,U+00C8-00CA,U+00CC-00CD,U+00D2-00D5,U+00D9-00DA,U+00DD,U+00E0-00E3,U+00E8-00EA,U+00EC-00ED,U+00F2-00F5,U+00F9-00FA,U+00FD,$punctuation
# The rest of Latin-1, for names: fetched when one needs it.
more=U+00A1-00B6,U+00B8-00BF,U+00C4-00C7,U+00CB,U+00CE-00D1,U+00D6-00D8,U+00DB-00DC,U+00DE-00DF,U+00E4-00E7,U+00EB,U+00EE-00F1,U+00F6-00F8,U+00FB-00FC,U+00FE-00FF

# cut FILE LETTERS FEATURES OUT
cut() {
    pyftsubset "$1" --unicodes="$2" --layout-features="kern,mark,mkmk,ccmp,locl,$3" --no-hinting --flavor=woff2 --output-file="$fonts/$4"
}

for part in latin vietnamese; do
    fonttools varLib.instancer -q "$manrope/manrope-$part-wght-normal.woff2" wght=500:800 -o "$work/$part.ttf"
done
cut "$work/latin.ttf" "$latin" tnum manrope-latin.woff2
cut "$work/latin.ttf" "$more" tnum manrope-more.woff2
cut "$work/vietnamese.ttf" '*' tnum manrope-vietnamese.woff2
cut "$playfair/playfair-display-latin-600-normal.woff2" "$latin" lnum playfair-latin.woff2
cut "$playfair/playfair-display-vietnamese-600-normal.woff2" '*' lnum playfair-vietnamese.woff2
ls -l "$fonts"
