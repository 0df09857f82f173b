package org.c4igateway.wan.app;

import java.util.EnumMap;
import java.util.Map;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.transport.Dscp;
import org.c4igateway.wan.gateway.FrameMarks;
import org.jspecify.annotations.Nullable;

/**
 * Marks of the datagrams of links, {@code c4i.wan.dscp}: numbers of 0 to 63 or names such as {@code EF}. Without any of
 * them nothing is marked; what is not named beside others has 0.
 *
 * @param flash of FLASH, feedback and greetings
 * @param immediate of IMMEDIATE
 * @param priority of PRIORITY
 * @param routine of ROUTINE
 */
public record DscpProperties(
        @Nullable String flash,
        @Nullable String immediate,
        @Nullable String priority,
        @Nullable String routine) {
    public DscpProperties {
        require("flash", flash);
        require("immediate", immediate);
        require("priority", priority);
        require("routine", routine);
    }

    private static void require(String name, @Nullable String text) {
        WanFault.require(text == null || isDscp(text), "dscp." + name, text, Dscp.FORMS);
    }

    private static boolean isDscp(String text) {
        try {
            var _ = Dscp.parse(text);
            return true;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    /** @return the same as values */
    FrameMarks marks() {
        Map<Precedence, Dscp> marks = new EnumMap<>(Precedence.class);
        put(marks, Precedence.FLASH, flash);
        put(marks, Precedence.IMMEDIATE, immediate);
        put(marks, Precedence.PRIORITY, priority);
        put(marks, Precedence.ROUTINE, routine);
        return new FrameMarks(marks);
    }

    private static void put(Map<Precedence, Dscp> marks, Precedence precedence, @Nullable String text) {
        if (text != null) {
            marks.put(precedence, Dscp.parse(text));
        }
    }
}
