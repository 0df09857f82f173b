package org.c4igateway.lab.transport.samples;

import java.io.IOException;
import java.util.List;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.core.config.BridgeConfiguration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.c4igateway.lab.transport.ArtemisEnd;
import org.c4igateway.lab.transport.TransportProgram;
import org.c4igateway.lab.transport.Words;

/**
 * The entry point of a broker for the programs of its host, in memory. Either it also listens on the link, or a core
 * bridge with the defaults of Artemis forwards its queue to the same queue of the broker that does. It says {@code lab:
 * ready} and ends when its input ends.
 */
public final class BrokerProgram {
    /** Where programs of the same host find it. */
    public static final String LOCAL = "127.0.0.1";

    private static final String LISTENS = "listens";
    private static final String FORWARDS = "forwards";
    private static final String FAR = "far";

    private BrokerProgram() {}

    /**
     * Words of its command line.
     *
     * @param listens address on the link at which it listens; empty for none
     * @param forwards address of the broker to which it forwards; empty for none
     */
    static List<String> words(String listens, String forwards) {
        return new Words().with(LISTENS, listens).with(FORWARDS, forwards).list();
    }

    /** @param line as {@link #words} writes it */
    public static void main(String[] line) {
        TransportProgram.run(program -> {
            Words words = Words.parse(line);
            EmbeddedActiveMQ broker = start(words.required(LISTENS), words.required(FORWARDS));
            program.say(TransportProgram.READY, "");
            TransportProgram.awaitEndOfInput();
            ArtemisEnd.stop(broker);
        });
    }

    static EmbeddedActiveMQ start(String listens, String forwards) throws IOException {
        return ArtemisEnd.engine(configuration -> {
            configuration.addAcceptorConfiguration("local", ArtemisEnd.address(LOCAL));
            configuration.addQueueConfiguration(
                    QueueConfiguration.of(ArtemisEnd.ASKED).setRoutingType(RoutingType.ANYCAST));
            if (!listens.isEmpty()) {
                configuration.addAcceptorConfiguration("link", ArtemisEnd.address(listens));
            }
            if (!forwards.isEmpty()) {
                bridge(configuration, forwards);
            }
        });
    }

    private static void bridge(ConfigurationImpl configuration, String forwards) throws Exception {
        configuration.addConnectorConfiguration(FAR, ArtemisEnd.address(forwards));
        configuration.addBridgeConfiguration(new BridgeConfiguration("bridge")
                .setQueueName(ArtemisEnd.ASKED)
                .setForwardingAddress(ArtemisEnd.ASKED)
                .setStaticConnectors(List.of(FAR)));
    }
}
