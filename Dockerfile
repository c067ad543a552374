# syntax=docker/dockerfile:1
# The program with pages, lessons and fonts inside it, on a base without a shell.
ARG BUILD_IMAGE=docker.io/library/rust:1.95-slim-bookworm
ARG BASE_IMAGE=gcr.io/distroless/cc-debian12:nonroot

FROM ${BUILD_IMAGE} AS build
WORKDIR /src
# Fetched here, it is kept from build to build. Where it cannot be had, `cargo xtask build` finds
# Debian's compiler for the page by itself.
RUN rustup target add wasm32-unknown-unknown || true
COPY . .
# The caches outlive the build, the program must be copied out of them.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    cargo xtask build && install target/release/mirrorpod /mirrorpod

# hadolint ignore=DL3006
FROM ${BASE_IMAGE}
COPY --from=build /mirrorpod /mirrorpod
ENV MIRRORPOD_LISTEN=0.0.0.0:8080
EXPOSE 8080
# By number, so that Kubernetes can see that it is not root.
USER 65532:65532
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 \
    CMD ["/mirrorpod", "health"]
ENTRYPOINT ["/mirrorpod"]
CMD ["serve"]
