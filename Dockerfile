# syntax=docker/dockerfile:1

FROM rust:1.95-slim-bookworm AS build
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY . .
RUN cargo build --release --locked --bin regicide

FROM debian:bookworm-slim
RUN useradd --system --uid 10001 --create-home --home-dir /var/lib/regicide regicide
COPY --from=build /build/target/release/regicide /usr/local/bin/regicide
USER regicide
WORKDIR /var/lib/regicide
ENV REGICIDE_LISTEN=0.0.0.0:8080
EXPOSE 8080
# The image has no HTTP client, but bash can speak enough of it.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["bash", "-c", \
    "exec 3<>/dev/tcp/127.0.0.1/8080 && printf 'GET /readyz HTTP/1.0\r\n\r\n' >&3 && grep -q '^HTTP/1.. 200' <&3"]
ENTRYPOINT ["regicide"]
CMD ["serve"]
