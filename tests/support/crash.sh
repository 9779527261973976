#!/usr/bin/env bash
# Ends a Postgres server of this machine in the middle of whatever it does, as a
# power cut would, or starts it again.
#
#   crash.sh crash|start PROGRAMS DATA
set -euo pipefail
cd /
owner=$(stat --format=%u "$3")
# With its own home: a server of a cluster looks there for certificates.
as_owner() {
    if [ "$(id -u)" = "$owner" ]; then "$@"; else setpriv --reuid="$owner" --clear-groups --reset-env -- "$@"; fi
}
case $1 in
    crash) as_owner "$2/pg_ctl" --pgdata="$3" --mode=immediate --silent stop > /dev/null ;;
    start) as_owner "$2/pg_ctl" --pgdata="$3" --log="$3/crash.log" --wait --silent start > /dev/null ;;
esac
