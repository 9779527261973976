# Common functions of the measuring scripts: a service on a durable Postgres server of its
# own. To be sourced.

# The value of a variable when the script began, or else a default: in bash,
# SECONDS is a clock that runs.
setting() {
    local value
    value=$(tr '\0' '\n' < /proc/$$/environ | sed -n "s/^$1=//p")
    echo "${value:-$2}"
}

# With PROFILE=release it is built sooner, and is a little slower.
build() {
    local profile=${PROFILE:-production}
    cargo build --locked --profile "$profile" --quiet --bin regicide --example load
    local target=${CARGO_TARGET_DIR:-target}
    case $target in /*) ;; *) target=$PWD/$target ;; esac
    binary=$target/$profile/regicide
    load_generator=$target/$profile/examples/load
}

work=$(mktemp -d "${TMPDIR:-/tmp}/regicide-bench-XXXXXX")
service=
stop() {
    if [ -n "$service" ]; then
        kill "$service" 2> /dev/null || true
        wait "$service" 2> /dev/null || true
    fi
    # The server stops when its script's standard input closes; its own
    # folder goes with it.
    if [ -n "${server_script:-}" ]; then
        eval "exec ${to_server}>&-"
        wait "$server_script" 2> /dev/null || true
    fi
    rm -rf "$work"
}
trap stop EXIT
trap 'exit 130' INT TERM

# Starts the server; its databases are below $base.
start_postgres() {
    coproc POSTGRES { unset TEST_DATABASE_URL; TEST_POSTGRES_DURABLE=1 exec tests/support/postgres.sh; }
    # Both names go away with the process, and are needed after it.
    server_script=$POSTGRES_PID
    to_server=${POSTGRES[1]}
    from_server=${POSTGRES[0]}
    { read -r server && read -r programs && read -r postmaster; } <&"$from_server" || {
        echo "There is no Postgres to measure with." >&2
        exit 1
    }
    base=${server%/*}
    # Programs of unpacked packages have their libraries beside them.
    local unpacked=${programs%/usr/lib/postgresql/*}
    if [ -n "$unpacked" ] && [ "$unpacked" != "$programs" ]; then
        libraries=$unpacked/usr/lib/$(uname -m)-linux-gnu:$unpacked/lib/$(uname -m)-linux-gnu
    fi
}
# The programs that came with the server, with the libraries that did.
pg() {
    local program=$programs/$1
    shift
    if [ -n "${libraries:-}" ]; then LD_LIBRARY_PATH=$libraries "$program" "$@"; else "$program" "$@"; fi
}
sql() {
    pg psql --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 "$base/$1" --command="$2"
}

# Makes a database for the service, postgres or sqlite, and sets its $address.
create_database() {
    case $1 in
        postgres)
            [ -n "${base:-}" ] || start_postgres
            sql postgres "create database service"
            address=$base/service
            ;;
        sqlite) address=sqlite://$work/games.db ;;
        *)
            echo "DATABASE is postgres or sqlite." >&2
            exit 2
            ;;
    esac
}

# Starts the service on a database and finds its $url.
start_service() {
    : > "$work/service.log"
    DATABASE_URL=$1 REGICIDE_LISTEN=127.0.0.1:0 REGICIDE_METRICS_LISTEN=127.0.0.1:0 \
        REGICIDE_CREATIONS_PER_MINUTE=0 REGICIDE_CREATIONS_PER_DAY=0 REGICIDE_CHANGES_PER_MINUTE=0 \
        REGICIDE_MOVES_PER_MINUTE=0 REGICIDE_READS_PER_MINUTE=0 REGICIDE_RECORDS_PER_MINUTE=0 \
        REGICIDE_EXPORTS_PER_MINUTE=0 REGICIDE_STREAMS_PER_MINUTE=0 REGICIDE_CONNECTIONS_PER_ADDRESS=0 \
        REGICIDE_CLIENT_CONNECTIONS=0 RUST_LOG=${RUST_LOG:-info,sqlx=warn} \
        "$binary" serve > /dev/null 2> "$work/service.log" &
    service=$!
    url=
    for _ in $(seq 1 300); do
        url=$(sed -nE 's/.*listening address=([0-9.:]+).*/http:\/\/\1/p' "$work/service.log")
        [ -z "$url" ] || break
        kill -0 "$service" 2> /dev/null || break
        sleep 0.1
    done
    [ -n "$url" ] || { cat "$work/service.log" >&2; exit 1; }
}

# Processor time of processes.
ticks=$(getconf CLK_TCK)
# The fields of /proc/PID/stat from the third on: the second may hold blanks.
stat_of() {
    local line
    { line=$(< "/proc/$1/stat"); } 2> /dev/null || return 1
    echo "${line##*) }"
}
# Ticks that the service has used.
service_ticks() {
    local field
    read -ra field < <(stat_of "$service")
    echo $((field[11] + field[12]))
}
# Ticks that the database has used: its first process with those of its
# children that have ended, and those that live.
database_ticks() {
    local field process sum
    read -ra field < <(stat_of "$postmaster")
    sum=$((field[11] + field[12] + field[13] + field[14]))
    for process in $(children); do
        read -ra field < <(stat_of "$process" || echo) || true
        [ "${#field[@]}" -lt 13 ] || sum=$((sum + field[11] + field[12]))
    done
    echo "$sum"
}
children() {
    cat "/proc/$postmaster/task/$postmaster/children"
}
seconds_since() {
    awk -v before="$1" -v now="$2" -v ticks="$ticks" 'BEGIN { printf "%.2f", (now - before) / ticks }'
}

# The middle of a file's numbers.
median() {
    sort -g "$1" | awk '{ value[NR] = $1 } END { printf "%.4f\n", (value[int((NR + 1) / 2)] + value[int(NR / 2) + 1]) / 2 }'
}
ratio() {
    awk -v one="$1" -v other="$2" 'BEGIN { printf "%.4f", one / other }'
}
# A number in the last line of the load's output.
figure() {
    tail -n 1 "$work/load.out" | grep -oE "\"$1\":[0-9]+(\.[0-9]+)?" | head -n 1 | cut -d : -f 2
}

# Runs the load generator with this number of connections and games, and with
# any further options.
load() {
    local clients=$1 games=$2
    shift 2
    "$load_generator" --url "$url" --games "$games" --connections "$clients" --seconds "$duration" --json "$@" \
        > "$work/load.out" 2> "$work/load.err" || {
        cat "$work/load.err" "$work/load.out" >&2
        return 1
    }
}
