package org.c4igateway.console.watch;

import java.util.List;
import java.util.Optional;
import org.c4igateway.core.transport.PeerAbsence;

/**
 * One thing that an operator should know of first.
 *
 * @param urgent whether somebody has to act; otherwise it may pass by itself
 * @param key of its text, {@code attention.} before it
 * @param arguments of the text
 * @param age since when; empty where it has no beginning that the node knows
 * @param absence why a peer is away that it is about, where that is known
 * @param link where more of it is shown
 */
public record AttentionItem(
        boolean urgent,
        String key,
        List<Object> arguments,
        Optional<WaitingTime> age,
        Optional<PeerAbsence> absence,
        String link) {
    public AttentionItem {
        arguments = List.copyOf(arguments);
    }

    /** Something that no peer is the reason of. */
    AttentionItem(boolean urgent, String key, List<Object> arguments, Optional<WaitingTime> age, String link) {
        this(urgent, key, arguments, age, Optional.empty(), link);
    }

    /** @return the same, because of a peer that is away */
    AttentionItem because(Optional<PeerAbsence> reason) {
        return new AttentionItem(urgent, key, arguments, age, reason, link);
    }
}
