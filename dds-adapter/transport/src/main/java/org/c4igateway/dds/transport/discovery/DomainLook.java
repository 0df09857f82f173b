package org.c4igateway.dds.transport.discovery;

import java.util.List;
import java.util.Optional;
import org.c4igateway.core.transport.EndpointMismatch;
import org.c4igateway.core.transport.EndpointMismatch.Cause;
import org.c4igateway.dds.api.discovery.DiscoveryView;
import org.c4igateway.dds.api.discovery.DiscoveryView.Endpoint;
import org.c4igateway.dds.api.discovery.DiscoveryView.Participant;
import org.c4igateway.dds.api.discovery.EndpointMatch;
import org.c4igateway.dds.api.discovery.NodeUserData;

/**
 * What was in the domain at one moment.
 *
 * @param taken whether there was a look
 * @param others participants besides that of this node
 * @param mismatches of endpoints of this node with those of others, at most {@value #MOST}
 */
public record DomainLook(boolean taken, int others, List<EndpointMismatch> mismatches) {
    static final DomainLook NONE = new DomainLook(false, 0, List.of());
    /** A catalogue has 270 topics; more says nothing new. */
    private static final int MOST = 500;

    public DomainLook {
        mismatches = List.copyOf(mismatches);
    }

    static DomainLook of(DiscoveryView view, List<EndpointMatch> own) {
        int others = (int) view.participants().stream()
                .filter(participant -> !participant.own())
                .count();
        List<EndpointMismatch> mismatches = own.stream()
                .flatMap(match -> mismatch(view, match).stream())
                .limit(MOST)
                .toList();
        return new DomainLook(true, others, mismatches);
    }

    private static Optional<EndpointMismatch> mismatch(DiscoveryView view, EndpointMatch match) {
        List<Cause> causes = causes(match.verdict());
        if (causes.isEmpty()) {
            return Optional.empty();
        }
        boolean sends = match.writer().own();
        String other = owner(view, sends ? match.reader() : match.writer());
        return Optional.of(new EndpointMismatch(match.writer().topic(), sends, other, causes));
    }

    private static List<Cause> causes(EndpointMatch.Verdict verdict) {
        return switch (verdict) {
            case EndpointMatch.Matched _, EndpointMatch.Expected _, EndpointMatch.Pending _ -> List.of();
            case EndpointMatch.TypeDiffers(String written, String read) -> List.of(new Cause("TYPE", written, read));
            case EndpointMatch.QosDiffers differs ->
                differs.conflicts().stream()
                        .map(conflict -> new Cause(conflict.policy(), conflict.offered(), conflict.requested()))
                        .toList();
        };
    }

    /** The system that its node announces, else the one that its participant announces, else its GUID. */
    private static String owner(DiscoveryView view, Endpoint endpoint) {
        String guid = endpoint.participant() + " (" + endpoint.guid().vendor().name() + ")";
        Optional<Participant> participant = view.participant(endpoint.participant());
        return participant
                .flatMap(known -> NodeUserData.system(known.qos()))
                .or(() -> participant
                        .map(Participant::name)
                        .filter(name -> !name.isBlank())
                        .map(name -> name + ", " + guid))
                .orElse(guid);
    }
}
