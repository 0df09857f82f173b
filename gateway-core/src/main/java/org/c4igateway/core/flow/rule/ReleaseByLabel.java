package org.c4igateway.core.flow.rule;

import java.util.Map;
import java.util.Objects;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.flow.rule.PayloadCheck.Refusal;
import org.c4igateway.core.message.LabelList;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.SystemName;
import org.jspecify.annotations.Nullable;

/**
 * Which labels may go to which system.
 *
 * @param otherwise labels for systems that are not named
 * @param destinations labels by system
 */
public record ReleaseByLabel(LabelList otherwise, Map<SystemName, LabelList> destinations) implements ReleaseRule {
    private static final int LONGEST_LABEL = 60;

    public ReleaseByLabel {
        Objects.requireNonNull(otherwise);
        destinations = Map.copyOf(destinations);
    }

    @Override
    public @Nullable Refusal refusal(Message message, SystemName destination) {
        String label = message.label();
        if (destinations.getOrDefault(destination, otherwise).admits(label)) {
            return null;
        }
        return new Refusal(ErrorCode.NOT_RELEASED, described(label) + " is not released to " + destination);
    }

    /** @return the label in words, for a reason; a long one is cut */
    public static String described(String label) {
        if (label.isEmpty()) {
            return "a message without a label";
        }
        String shown = label.length() > LONGEST_LABEL ? label.substring(0, LONGEST_LABEL) + "..." : label;
        return "label '" + shown + "'";
    }
}
