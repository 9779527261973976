# syntax=docker/dockerfile:1

FROM rust:1.95-slim-trixie AS build
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY . .
# The commit in `regicide --version`; the build has no git folder to read it from.
ARG REGICIDE_COMMIT=
# Both folders outlive the build: the next one fetches and compiles only what
# has changed, and of the dependencies nothing.
RUN --mount=type=cache,target=/usr/local/cargo/registry --mount=type=cache,target=/build/target \
    REGICIDE_COMMIT=$REGICIDE_COMMIT cargo build --profile production --locked --bin regicide \
    && cp target/production/regicide /usr/local/bin/regicide

FROM debian:trixie-slim
RUN useradd --system --uid 10001 --no-create-home --home-dir /var/lib/regicide regicide \
    && install --directory --owner=regicide --mode=0700 /var/lib/regicide
# For databases that are reached by TLS.
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY --from=build /usr/local/bin/regicide /usr/local/bin/regicide
USER 10001
# The only folder that is written to, and only with SQLite: the root may be
# read-only (`docker run --read-only`).
VOLUME /var/lib/regicide
WORKDIR /var/lib/regicide
ENV DATABASE_URL=sqlite:///var/lib/regicide/regicide.db REGICIDE_LISTEN=0.0.0.0:8080
EXPOSE 8080
# Liveness: a restart would not mend a database that is away.
HEALTHCHECK --interval=10s --timeout=6s --start-period=10s CMD ["regicide", "health", "--live"]
ENTRYPOINT ["regicide"]
CMD ["serve"]
