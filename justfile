# What one does each day, by https://just.systems; CONTRIBUTING.md has the same as
# plain commands.

# Formatting and lints, after each edit
check:
    cargo fmt --all --check
    cargo clippy --locked --workspace --all-targets -- -D warnings

# The fast loop: units, rules, records, and what holds for the sources
quick:
    cargo test --locked --lib --test engine --test record --test sources

# All tests in Rust, before a commit
test:
    cargo test --locked

# Everything, before a merge: `just ci quick` is its first part
ci *part:
    .ci/run {{ part }}

# The service at http://127.0.0.1:8080, with the web client read from web/
serve:
    REGICIDE_WEB=web cargo run -- serve

# The committed documents and what is generated from them, after a change of the API or of records
openapi:
    cargo build --quiet
    cargo run --quiet -- openapi > openapi/openapi.json
    cargo run --quiet -- schema > openapi/record.schema.json
    bindings/python/generate.py

# The page of the settings, after a change of their help
settings:
    cargo build --quiet
    sed -i '/^```text/q' docs/reference/settings.md
    env -i target/debug/regicide serve --help >> docs/reference/settings.md
    echo '```' >> docs/reference/settings.md
