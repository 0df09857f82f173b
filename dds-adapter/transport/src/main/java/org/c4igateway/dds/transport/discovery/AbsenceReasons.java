package org.c4igateway.dds.transport.discovery;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.EndpointMismatch;
import org.c4igateway.core.transport.PeerAbsence;
import org.c4igateway.core.transport.PeerAbsence.Reason;
import org.c4igateway.dds.transport.presence.Presence;

/** Says why peers are away, by what presence, discovery and DDS Security know of them. Any thread. */
public final class AbsenceReasons {
    private static final int MAX_TOPICS = 3;

    private final String domain;
    private final Supplier<DomainLook> look;
    private final Supplier<String> refusal;

    /**
     * @param domain id of the domain
     * @param look at the domain, the last one
     * @param refusal what DDS Security has said when it refused a participant; empty when it has not
     */
    public AbsenceReasons(int domain, Supplier<DomainLook> look, Supplier<String> refusal) {
        this.domain = Integer.toString(domain);
        this.look = look;
        this.refusal = refusal;
    }

    /** @return why that peer is not reachable; empty while it is */
    public Optional<PeerAbsence> of(SystemName peer, Presence presence) {
        return switch (presence.standing(peer)) {
            case REACHABLE -> Optional.empty();
            case UNANSWERED ->
                Optional.of(presence.namesake()
                        .map(text -> new PeerAbsence(Reason.NAMESAKE, text))
                        .or(() -> unfit(peer))
                        .orElseGet(() -> new PeerAbsence(Reason.UNANSWERED, "")));
            case MATCHING -> Optional.of(unfit(peer).orElseGet(() -> new PeerAbsence(Reason.NOT_MATCHED, "")));
            case GONE -> Optional.of(new PeerAbsence(Reason.GONE, ""));
            case UNKNOWN -> Optional.of(unfit(peer).orElseGet(this::notDiscovered));
        };
    }

    private PeerAbsence notDiscovered() {
        String refused = refusal.get();
        if (!refused.isEmpty()) {
            return new PeerAbsence(Reason.CREDENTIALS_REFUSED, refused);
        }
        DomainLook last = look.get();
        boolean alone = last.taken() && last.others() == 0;
        return new PeerAbsence(alone ? Reason.ALONE : Reason.NOT_DISCOVERED, domain);
    }

    private Optional<PeerAbsence> unfit(SystemName peer) {
        List<EndpointMismatch> own = look.get().mismatches().stream()
                .filter(mismatch -> mismatch.other().equals(peer.value()))
                .toList();
        if (own.isEmpty()) {
            return Optional.empty();
        }
        String shown =
                own.stream().limit(MAX_TOPICS).map(EndpointMismatch::text).collect(Collectors.joining("; "));
        int more = own.size() - MAX_TOPICS;
        return Optional.of(new PeerAbsence(Reason.UNFIT, more > 0 ? shown + "; +" + more : shown));
    }
}
