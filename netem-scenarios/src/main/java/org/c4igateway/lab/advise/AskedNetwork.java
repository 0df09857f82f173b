package org.c4igateway.lab.advise;

import java.time.Duration;
import java.util.List;
import org.c4igateway.lab.net.Impairment;
import org.c4igateway.lab.scenario.Condition;

/**
 * What a user asks about.
 *
 * @param systems that a message concerns: the one that sends it, and those that get it
 * @param messages what they send
 * @param links each of which is judged by itself
 */
public record AskedNetwork(int systems, Messages messages, List<Link> links) {
    public AskedNetwork {
        links = List.copyOf(links);
    }

    /**
     * What is sent.
     *
     * @param bytes of each; 0 for the realistic mixture of {@link org.c4igateway.lab.scenario.Flow.Content}
     * @param precedence as scenarios write it
     * @param perSecond how many are offered; 0 for as many as a link carries
     */
    public record Messages(int bytes, String precedence, double perSecond) {
        /** Mean of the realistic mixture, which is log-normal in two parts. */
        private static final int REALISTIC_MEAN = 2_300;

        /** Mean size. */
        public int meanBytes() {
            return bytes == 0 ? REALISTIC_MEAN : bytes;
        }

        /** Whether their precedences differ, so that some overtake others. */
        boolean isMixed() {
            return precedence.equals("mixed");
        }

        /** Whether they are offered at a rate, so that lateness counts; else throughput does. */
        public boolean isPaced() {
            return perSecond > 0;
        }
    }

    /**
     * One link.
     *
     * @param name the user's
     * @param ways what it does to packets
     * @param outage how long it is silent in each run; zero for never
     */
    public record Link(String name, Condition.Directions ways, Duration outage) {
        /** Bits per second that arrive at best from the sender; 0 for no limit. */
        public double goodBitsPerSecond() {
            Impairment way = ways.forward();
            boolean after = way.loss().placement() == Impairment.Loss.Placement.AFTER_SHAPER;
            return way.rate().bitsPerSecond() * (after ? 1 - way.loss().share() : 1);
        }
    }

    /** Messages per second at best, uncompressed and without any header; 0 for no limit. */
    public double bound(Link link) {
        return link.goodBitsPerSecond() / 8 / messages.meanBytes();
    }
}
