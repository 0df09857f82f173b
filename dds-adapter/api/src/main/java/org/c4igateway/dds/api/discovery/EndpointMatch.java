package org.c4igateway.dds.api.discovery;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.c4igateway.dds.api.discovery.DiscoveryView.Endpoint;
import org.c4igateway.dds.api.discovery.DiscoveryView.Kind;
import org.c4igateway.dds.api.qos.QosCompatibility;
import org.c4igateway.dds.api.qos.QosConflict;

/**
 * A writer and a reader of the same topic, and whether they hear each other.
 *
 * @param writer the writer
 * @param reader the reader
 * @param verdict whether they match, and if not, why
 */
public record EndpointMatch(Endpoint writer, Endpoint reader, Verdict verdict) {
    /** Pairs that are looked at; further ones are left out. */
    private static final int MAX_PAIRS = 200_000;

    public EndpointMatch {
        Objects.requireNonNull(writer);
        Objects.requireNonNull(reader);
        Objects.requireNonNull(verdict);
    }

    /** Whether two endpoints match. */
    public sealed interface Verdict {
        /** @return reason in a bounded set of words: matched, expected, type, the name of a policy, or pending */
        String word();
    }

    /** The provider reports the match. */
    public record Matched() implements Verdict {
        @Override
        public String word() {
            return "matched";
        }
    }

    /** Neither endpoint is our own, and nothing that they announce keeps them apart. */
    public record Expected() implements Verdict {
        @Override
        public String word() {
            return "expected";
        }
    }

    /** Nothing that they announce keeps them apart, yet the provider has not matched them. */
    public record Pending() implements Verdict {
        @Override
        public String word() {
            return "pending";
        }

        @Override
        public String toString() {
            return "not matched: discovery is under way, the type's members differ, or security refuses it";
        }
    }

    /** The types have different names. */
    public record TypeDiffers(String written, String read) implements Verdict {
        @Override
        public String word() {
            return "type";
        }

        @Override
        public String toString() {
            return "TYPE: written " + written + ", read " + read;
        }
    }

    /** Policies keep them apart. */
    public record QosDiffers(List<QosConflict> conflicts) implements Verdict {
        public QosDiffers {
            conflicts = List.copyOf(conflicts);
        }

        @Override
        public String word() {
            return conflicts.getFirst().policy();
        }

        @Override
        public String toString() {
            return conflicts.stream().map(QosConflict::toString).collect(Collectors.joining("; "));
        }
    }

    /**
     * @return every pair of a writer and a reader of one topic that belong to different participants, in the order of
     *     the view; at most 200,000
     */
    public static List<EndpointMatch> of(DiscoveryView view) {
        return of(view, (_, _) -> true);
    }

    /** @return as {@link #of(DiscoveryView)}, but only those that this participant has a part in */
    public static List<EndpointMatch> ofOwn(DiscoveryView view) {
        return of(view, (writer, reader) -> writer.own() || reader.own());
    }

    private static List<EndpointMatch> of(DiscoveryView view, BiPredicate<Endpoint, Endpoint> wanted) {
        Map<String, List<Endpoint>> readers = view.endpoints().stream()
                .filter(each -> each.kind() == Kind.READER)
                .collect(Collectors.groupingBy(Endpoint::topic));
        return view.endpoints().stream()
                .filter(each -> each.kind() == Kind.WRITER)
                .flatMap(writer -> readers.getOrDefault(writer.topic(), List.of()).stream()
                        .filter(reader -> !writer.participant().equals(reader.participant()))
                        .filter(reader -> wanted.test(writer, reader))
                        .map(reader -> new EndpointMatch(writer, reader, judge(writer, reader))))
                .limit(MAX_PAIRS)
                .toList();
    }

    private static Verdict judge(Endpoint writer, Endpoint reader) {
        boolean isMatched = writer.matched()
                        .map(set -> set.contains(reader.guid()))
                        .orElse(false)
                || reader.matched().map(set -> set.contains(writer.guid())).orElse(false);
        if (isMatched) {
            return new Matched();
        }
        if (!writer.type().equals(reader.type())) {
            return new TypeDiffers(writer.type(), reader.type());
        }
        List<QosConflict> conflicts = QosCompatibility.conflicts(writer.qos(), reader.qos());
        if (!conflicts.isEmpty()) {
            return new QosDiffers(conflicts);
        }
        return writer.own() || reader.own() ? new Pending() : new Expected();
    }
}
