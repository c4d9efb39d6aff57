#!/usr/bin/env bash
# Runs every fuzz target for some seconds (default 60), beginning with cases of the scenes.
# Ends with one line, "N targets, M executions, K disagreements", and exits with 1 if there was a disagreement, with 2 if it cannot run.
#   fuzz/run.sh [seconds per target] [target...]
set -euo pipefail
cd "$(dirname "$0")"

seconds=${1:-60}
case $seconds in
'' | *[!0-9]*) echo "fuzz/run.sh: the time must be a whole number of seconds, not '$seconds'" >&2; exit 2 ;;
esac
if ! cargo +nightly --version >/dev/null 2>&1; then
    echo 'fuzz/run.sh: nightly Rust is missing; install it with: rustup toolchain install nightly' >&2
    exit 2
fi
if ! cargo +nightly fuzz --version >/dev/null 2>&1; then
    echo 'fuzz/run.sh: cargo-fuzz is missing; install it with: cargo install cargo-fuzz' >&2
    exit 2
fi

all=$(sed -n 's/^name = "\(.*\)"$/\1/p' Cargo.toml | grep -v '^sweep8-fuzz$')
targets=${*:2}
targets=${targets:-$all}

(cd .. && cargo run --release --quiet --bin corpus -- fuzz/corpus)
cargo +nightly fuzz build

log=$(mktemp)
trap 'rm -f "$log"' EXIT
count=0 executions=0 disagreements=0
for target in $targets; do
    printf '\n== %s\n' "$target"
    # A finding ends a target with an error; it is counted, and the other targets still run.
    TIMEFORMAT='%U s of processor time'
    if ! time cargo +nightly fuzz run "$target" "corpus/$target" -- \
        -max_total_time="$seconds" -rss_limit_mb=2048 -timeout=20 -max_len=8192 -print_final_stats=1 >"$log" 2>&1; then
        disagreements=$((disagreements + 1))
        sed -n '/panicked at/,/^stack backtrace\|^note:\|^==/p; /^ERROR\|^SUMMARY\|Test unit written/p' "$log"
        grep -q 'stat::number_of_executed_units' "$log" || tail -n 20 "$log"
    fi
    ran=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -n 1)
    echo "${ran:-0} executions"
    executions=$((executions + ${ran:-0}))
    count=$((count + 1))
done
printf '\n%d targets, %d executions, %d disagreements\n' "$count" "$executions" "$disagreements"
[ "$disagreements" -eq 0 ]
