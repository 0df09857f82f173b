package org.c4igateway.jms;

/**
 * Settings of the node of a shard. Nodes of one system are told apart by their ports: the node of shard 2 listens two
 * ports above that of its system.
 */
final class ShardSettings {
    private ShardSettings() {}

    /**
     * @param system settings of the node of the first shard
     * @return those of the node that serves this shard
     * @throws org.c4igateway.core.fault.GatewayException.Fatal when there is no such port
     */
    static JmsSettings of(JmsSettings system, int shard) {
        if (shard == 0) {
            return system;
        }
        int port = system.port() == 0 ? 0 : system.port() + shard;
        InvalidSetting.when(port > HostPort.MAX_PORT, "port", system.port(), none(shard), "a lower one");
        String advertised = system.advertised();
        return new JmsSettings(
                system.host(),
                port,
                system.peers(),
                system.profile(),
                system.credentials(),
                system.tls(),
                system.externalUrl(),
                system.limits(),
                system.batch(),
                advertised == null ? null : moved(advertised, shard),
                system.dscp());
    }

    private static String moved(String advertised, int shard) {
        return HostPort.parse("advertised", advertised)
                .ofShard(shard)
                .map(HostPort::toString)
                .orElseThrow(() -> InvalidSetting.fault("advertised", advertised, none(shard), "a lower port", null));
    }

    private static String none(int shard) {
        return "leaves no port for shard " + shard;
    }
}
