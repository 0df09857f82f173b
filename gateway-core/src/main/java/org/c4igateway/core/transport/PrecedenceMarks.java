package org.c4igateway.core.transport;

import java.util.EnumMap;
import java.util.Map;
import org.c4igateway.core.message.Precedence;

/**
 * Marks of packets by the precedence of what they carry. What belongs to no message (receipts, feedback, greetings) has
 * that of FLASH.
 *
 * @param byPrecedence what is not named has 0
 */
public record PrecedenceMarks(Map<Precedence, Dscp> byPrecedence) {
    /** Leaves it to the system. */
    public static final PrecedenceMarks NONE = new PrecedenceMarks(Map.of());

    public PrecedenceMarks {
        byPrecedence = Map.copyOf(byPrecedence);
    }

    /** @return whether anything is marked */
    public boolean isEmpty() {
        return byPrecedence.isEmpty();
    }

    /** @return for each precedence the byte of the IP header; empty when nothing is marked */
    public Map<Precedence, Integer> trafficClasses() {
        Map<Precedence, Integer> classes = new EnumMap<>(Precedence.class);
        if (!isEmpty()) {
            for (Precedence precedence : Precedence.values()) {
                classes.put(
                        precedence,
                        byPrecedence.getOrDefault(precedence, new Dscp(0)).trafficClass());
            }
        }
        return classes;
    }
}
