package org.c4igateway.wan.gateway;

import java.util.EnumMap;
import java.util.Map;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.transport.Dscp;

/**
 * Marks of the datagrams of links by the precedence of what they carry. What carries no records (feedback, greetings)
 * has that of FLASH.
 *
 * @param byPrecedence what is not named has 0
 */
public record FrameMarks(Map<Precedence, Dscp> byPrecedence) {
    /** Leaves it to the system. */
    public static final FrameMarks NONE = new FrameMarks(Map.of());

    public FrameMarks {
        byPrecedence = Map.copyOf(byPrecedence);
    }

    /** @return whether anything is marked */
    boolean isEmpty() {
        return byPrecedence.isEmpty();
    }

    /** @return for each level of a link the byte of the IP header */
    Map<Precedence, Integer> trafficClasses() {
        Map<Precedence, Integer> classes = new EnumMap<>(Precedence.class);
        for (Precedence precedence : Precedence.values()) {
            classes.put(
                    precedence,
                    byPrecedence.getOrDefault(precedence, new Dscp(0)).trafficClass());
        }
        return classes;
    }
}
