# A router whose link can be impaired, for the demonstration.
ARG C4I_ROUTER_IMAGE=debian:bookworm-slim
FROM ${C4I_ROUTER_IMAGE}
RUN command -v nft >/dev/null && command -v tc >/dev/null \
  || { apt-get update -qq && apt-get install -y -qq --no-install-recommends iproute2 nftables && rm -rf /var/lib/apt/lists/*; }
COPY deploy/image/router /usr/local/bin/router
RUN chmod 0755 /usr/local/bin/router
ENTRYPOINT ["/usr/local/bin/router"]
