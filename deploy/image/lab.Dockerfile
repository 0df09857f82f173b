# The lab: the gateway's image with the tools that make and impair networks.
ARG C4I_IMAGE=c4i-gateway:local
FROM ${C4I_IMAGE}
USER root
RUN command -v nft >/dev/null && command -v tc >/dev/null && command -v unshare >/dev/null \
  || { apt-get update -qq && apt-get install -y -qq --no-install-recommends iproute2 nftables util-linux procps \
    && rm -rf /var/lib/apt/lists/*; }
COPY netem-scenarios/scenarios /opt/c4i/netem-scenarios/scenarios
COPY deploy/image/lab /usr/local/bin/lab
RUN chmod 0755 /usr/local/bin/lab
ENTRYPOINT ["/usr/local/bin/lab"]
CMD ["list"]
