package org.c4igateway.console.watch;

import java.util.List;
import java.util.Optional;

/**
 * One thing that an operator should know of first.
 *
 * @param urgent whether somebody has to act; otherwise it may pass by itself
 * @param key of its text, {@code attention.} before it
 * @param arguments of the text
 * @param age since when; empty where it has no beginning that the node knows
 * @param link where more of it is shown
 */
public record AttentionItem(
        boolean urgent, String key, List<Object> arguments, Optional<WaitingTime> age, String link) {
    public AttentionItem {
        arguments = List.copyOf(arguments);
    }
}
