#!/usr/bin/env bash
# Runs a Postgres server for tests: prints its URL, then waits until standard
# input closes and stops the server. The process that started this script holds the
# other end, so no server outlives its tests, however they end.
#
# The server is, in this order: the one that TEST_DATABASE_URL names; an
# installed one, started on a private port in a temporary folder; Debian's
# packages, unpacked under target/ without installing anything.
#
# Postgres refuses to run as root, so root starts it as another user. That user
# may reach neither the project nor $TMPDIR, as in root's own home: then the
# unpacked packages are copied into the server's temporary folder, which lies
# in /var/tmp or /tmp and goes away with the server.
#
# With TEST_POSTGRES_OWN set, it is a new one in any case. The line "crash" on
# standard input ends a server that was started here as a power cut would, and
# "start" starts it again; the line is printed when that is done.
#
# With TEST_POSTGRES_DURABLE set, the server keeps its own settings, with which
# what was committed survives a crash, and two more lines follow the URL: the
# folder of the server's programs and its process id.
#
# With TEST_POSTGRES_REPLICA_OF set to the URL of a server that this script
# started, the new server is its streaming replica.
set -euo pipefail
# Whatever root's own umask is, the user that runs Postgres has to read it.
umask 022

fail() {
    echo "No Postgres for the tests: $*." >&2
    exit 1
}

if [ -n "${TEST_DATABASE_URL:-}" ] && [ -z "${TEST_POSTGRES_OWN:-}${TEST_POSTGRES_REPLICA_OF:-}" ]; then
    echo "$TEST_DATABASE_URL"
    cat > /dev/null
    exit 0
fi

root=$(cd "$(dirname "$0")/../.." && pwd)
unpacked=$root/target/postgres

installed() {
    local found
    found=$(ls -d "$1"/usr/lib/postgresql/*/bin 2> /dev/null | sort -V | tail -n 1)
    [ -n "$found" ] && [ -x "$found/postgres" ] && echo "$found"
}

unpack() {
    command -v apt-get > /dev/null && command -v dpkg > /dev/null ||
        fail "set TEST_DATABASE_URL, or install Postgres; this is no Debian whose packages could be unpacked"
    echo "Unpacking Debian's Postgres under target/postgres for the tests" >&2
    mkdir -p "$unpacked/archives"
    cd "$unpacked/archives"
    local packages
    packages=$(apt-get install --simulate --no-install-recommends postgresql 2> /dev/null | awk '/^Inst/ { print $2 }')
    if [ -z "$packages" ] && [ "$(id -u)" = 0 ]; then
        apt-get update > /dev/null 2>&1 || true
        packages=$(apt-get install --simulate --no-install-recommends postgresql 2> /dev/null | awk '/^Inst/ { print $2 }')
    fi
    [ -n "$packages" ] || fail "set TEST_DATABASE_URL, or install Postgres; no package list has postgresql (apt-get update?)"
    # shellcheck disable=SC2086
    apt-get download $packages > /dev/null 2>&1 || fail "set TEST_DATABASE_URL, or install Postgres; its packages cannot be fetched"
    for package in *.deb; do
        dpkg -x "$package" "$unpacked"
    done
}

# One at a time: several test programs may start at once.
exec 9> "${TMPDIR:-/tmp}/regicide-test-postgres-$(id -u).lock"
flock 9
if ! bin=$(installed ""); then
    if bin=$(command -v postgres); then
        bin=$(dirname "$(readlink -f "$bin")")
    elif ! bin=$(installed "$unpacked"); then
        unpack
        bin=$(installed "$unpacked") || fail "the unpacked packages hold no server"
    fi
fi

as_server() {
    if [ "$(id -u)" != 0 ]; then
        "$@"
    elif id postgres > /dev/null 2>&1; then
        setpriv --reuid=postgres --regid=postgres --clear-groups -- "$@"
    else
        setpriv --reuid=nobody --regid=nogroup --clear-groups -- "$@"
    fi
}

stop() {
    as_server "$bin/pg_ctl" --pgdata="$folder/data" --mode=immediate --silent stop > /dev/null 2>&1 || true
    rm -rf "$folder"
}
trap stop EXIT

# In memory if there is room for thousands of files that no test reads twice;
# Linux gives more of it than there is.
in_memory=
free_memory() {
    { df --output=avail -B1M /dev/shm | tail -n 1; awk '/^MemAvailable/ { print int($2 / 1024) }' /proc/meminfo; } 2> /dev/null
}
if [ -z "${TEST_POSTGRES_DURABLE:-}" ] && [ "$(free_memory | sort -n | head -n 1)" -ge 8192 ] 2> /dev/null; then
    in_memory=/dev/shm
fi
for base in $in_memory "${TMPDIR:-/tmp}" /var/tmp /tmp; do
    folder=$(mktemp -d "$base/regicide-postgres-XXXXXX") || continue
    [ "$(id -u)" != 0 ] || chmod 777 "$folder"
    ! as_server test -w "$folder" || break
    rmdir "$folder"
done
[ -d "$folder" ] || fail "the user that Postgres has to run as can write neither in \$TMPDIR nor in /var/tmp or /tmp"

case $bin in
    "$unpacked"/*)
        if ! as_server test -x "$bin/postgres"; then
            mkdir "$folder/programs"
            find "$unpacked" -mindepth 1 -maxdepth 1 ! -name archives -exec cp -r -t "$folder/programs" {} +
            bin=$folder/programs${bin#"$unpacked"}
        fi
        root=${bin%/usr/lib/postgresql/*}
        export LD_LIBRARY_PATH=$root/usr/lib/$(uname -m)-linux-gnu:$root/lib/$(uname -m)-linux-gnu
        ;;
esac
as_server test -x "$bin/postgres" ||
    fail "the user that Postgres has to run as cannot execute $bin/postgres; set TEST_DATABASE_URL"

cd "$folder"
if [ -n "${TEST_POSTGRES_REPLICA_OF:-}" ]; then
    as_server "$bin/pg_basebackup" --pgdata="$folder/data" --dbname="$TEST_POSTGRES_REPLICA_OF" --checkpoint=fast \
        --write-recovery-conf --no-sync > "$folder/backup.log" 2>&1 ||
        fail "pg_basebackup failed: $(tail -n 1 "$folder/backup.log")"
else
    as_server "$bin/initdb" --pgdata="$folder/data" --username=postgres --auth=trust --no-sync \
        > "$folder/initdb.log" 2>&1 || fail "initdb failed: $(tail -n 1 "$folder/initdb.log")"
fi
# Tests start the server often and throw its data away, so nothing is synced.
settings="-c listen_addresses=127.0.0.1 -c unix_socket_directories=$folder -c max_connections=300"
[ -n "${TEST_POSTGRES_DURABLE:-}" ] || settings="$settings -c fsync=off"
for attempt in 1 2 3 4 5; do
    port=$((20000 + RANDOM % 20000))
    if as_server "$bin/pg_ctl" --pgdata="$folder/data" --log="$folder/server.log" --wait --silent \
        --options="-p $port $settings" start > /dev/null 2>&1 9>&-; then
        flock -u 9
        echo "postgres://postgres@127.0.0.1:$port/postgres"
        if [ -n "${TEST_POSTGRES_DURABLE:-}" ]; then
            echo "$bin"
            head -n 1 "$folder/data/postmaster.pid"
        fi
        while read -r command; do
            case $command in
                crash) as_server "$bin/pg_ctl" --pgdata="$folder/data" --mode=immediate --silent stop > /dev/null ;;
                start)
                    as_server "$bin/pg_ctl" --pgdata="$folder/data" --log="$folder/server.log" --wait --silent \
                        --options="-p $port $settings" start > /dev/null
                    ;;
            esac
            echo "$command"
        done
        exit 0
    fi
done
fail "the server does not start after $attempt attempts: $(tail -n 1 "$folder/server.log" 2> /dev/null)"
