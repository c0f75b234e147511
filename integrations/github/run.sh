#!/bin/sh
# What the action does once warpglass is there: runs the program, writes the report in every form, shows the summary on
# the job's page, and ends as the run ends, or with 1 where a condition on the difference from the baseline holds.
set -eu

out=${RUNNER_TEMP:-.}/warpglass-report
mkdir -p "$out"

set --
[ -z "${WARPGLASS_EXPECT:-}" ] || set -- "$@" --expect "$WARPGLASS_EXPECT"
code=0
# Flags and arguments are words between blanks: they are to be split.
# shellcheck disable=SC2086
warpglass "${WARPGLASS_COMMAND:-check}" "$WARPGLASS_PROGRAM" --json "$out/report.json" --sarif "$out/report.sarif" \
  --junit "$out/report.xml" --markdown "$out/report.md" "$@" ${WARPGLASS_FLAGS:-} -- ${WARPGLASS_ARGUMENTS:-} || code=$?
[ "$code" != 2 ] || [ -e "$out/report.json" ] || exit 2

if [ -n "${WARPGLASS_BASELINE:-}" ]; then
  set --
  while IFS= read -r condition; do
    [ -z "$condition" ] || set -- "$@" --fail-on "$condition"
  done <<END
${WARPGLASS_FAIL_ON:-}
END
  difference=0
  warpglass report diff "$WARPGLASS_BASELINE" "$out/report.json" --markdown "$out/difference.md" "$@" || difference=$?
  [ "$difference" = 2 ] && exit 2
  [ "$code" != 0 ] || code=$difference
  { echo; cat "$out/difference.md"; } >> "$out/report.md"
fi

[ -z "${GITHUB_STEP_SUMMARY:-}" ] || cat "$out/report.md" >> "$GITHUB_STEP_SUMMARY"
if [ -n "${GITHUB_OUTPUT:-}" ]; then
  {
    echo "json=$out/report.json"
    echo "sarif=$out/report.sarif"
    echo "junit=$out/report.xml"
    echo "markdown=$out/report.md"
  } >> "$GITHUB_OUTPUT"
fi
exit "$code"
