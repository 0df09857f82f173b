package org.c4igateway.cli.base;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.partitioningBy;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.c4igateway.dds.api.discovery.DiscoveryView;
import org.c4igateway.dds.api.discovery.DiscoveryView.Endpoint;
import org.c4igateway.dds.api.discovery.DiscoveryView.Kind;
import org.c4igateway.dds.api.discovery.DiscoveryView.Participant;
import org.c4igateway.dds.api.discovery.EndpointMatch;
import org.c4igateway.dds.api.discovery.NodeUserData;

/** Prints what is in a DDS domain, as tables or as JSON. */
public final class LiveReport {
    private final DiscoveryView view;
    private final List<EndpointMatch> pairs;

    public LiveReport(DiscoveryView view) {
        this.view = view;
        this.pairs = EndpointMatch.of(view);
    }

    private static boolean isApart(EndpointMatch pair) {
        return switch (pair.verdict()) {
            case EndpointMatch.Matched _, EndpointMatch.Expected _, EndpointMatch.Pending _ -> false;
            case EndpointMatch.TypeDiffers _, EndpointMatch.QosDiffers _ -> true;
        };
    }

    /** @return whether some endpoints of one topic do not match */
    public boolean anyApart() {
        return pairs.stream().anyMatch(LiveReport::isApart);
    }

    private long endpoints(Participant participant, Kind kind) {
        return view.endpoints().stream()
                .filter(each -> each.kind() == kind && each.participant().equals(participant.guid()))
                .count();
    }

    private Map<String, List<Endpoint>> byTopic() {
        Map<String, List<Endpoint>> topics = new TreeMap<>();
        view.endpoints()
                .forEach(each -> topics.computeIfAbsent(each.topic(), _ -> new ArrayList<>())
                        .add(each));
        return topics;
    }

    private static long count(List<Endpoint> endpoints, Predicate<Endpoint> wanted) {
        return endpoints.stream().filter(wanted).count();
    }

    /**
     * Prints the participants, a summary, and the topics of which endpoints do not match, with the reasons.
     *
     * @param all whether every topic is printed
     */
    public void print(PrintWriter out, boolean all) {
        TextTable participants = new TextTable("PARTICIPANT", "VENDOR", "NAME", "WRITERS", "READERS");
        for (Participant each : view.participants()) {
            participants.row(
                    each.guid(),
                    each.guid().vendor(),
                    each.own() ? "(this command)" : name(each),
                    endpoints(each, Kind.WRITER),
                    endpoints(each, Kind.READER));
        }
        participants.print(out);
        out.println();
        Map<String, Map<Boolean, Long>> apart = pairs.stream()
                .collect(groupingBy(pair -> pair.writer().topic(), partitioningBy(LiveReport::isApart, counting())));
        TextTable topics = new TextTable("TOPIC", "TYPE", "WRITERS", "READERS", "MATCHING", "APART");
        Map<String, List<Endpoint>> byTopic = byTopic();
        byTopic.forEach((topic, endpoints) -> {
            long matching = apart.getOrDefault(topic, Map.of()).getOrDefault(false, 0L);
            long different = apart.getOrDefault(topic, Map.of()).getOrDefault(true, 0L);
            if (all || different > 0) {
                TreeSet<String> types = new TreeSet<>();
                endpoints.forEach(each -> types.add(each.type()));
                topics.row(
                        topic,
                        String.join(" ", types),
                        count(endpoints, each -> each.kind() == Kind.WRITER),
                        count(endpoints, each -> each.kind() == Kind.READER),
                        matching,
                        different);
            }
        });
        long different = pairs.stream().filter(LiveReport::isApart).count();
        out.printf(
                "%d topics, %d pairs of a writer and a reader: %d match, %d do not.%s%n",
                byTopic.size(),
                pairs.size(),
                pairs.size() - different,
                different,
                all ? "" : " --all lists every topic.");
        if (all || different > 0) {
            out.println();
            topics.print(out);
        }
        if (anyApart()) {
            out.println();
            out.println("These do not match:");
            pairs.stream()
                    .filter(LiveReport::isApart)
                    .forEach(pair -> out.printf(
                            "  %s: writer %s (%s), reader %s (%s)%n    %s%n",
                            pair.writer().topic(),
                            pair.writer().guid(),
                            pair.writer().guid().vendor().name(),
                            pair.reader().guid(),
                            pair.reader().guid().vendor().name(),
                            pair.verdict()));
        }
    }

    /** @return the same as a tree for JSON */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(
                "participants", view.participants().stream().map(this::fields).toList());
        fields.put(
                "endpoints", view.endpoints().stream().map(LiveReport::fields).toList());
        fields.put(
                "apart",
                pairs.stream()
                        .filter(LiveReport::isApart)
                        .map(pair -> Map.<String, Object>of(
                                "topic", pair.writer().topic(),
                                "writer", pair.writer().guid().hex(),
                                "reader", pair.reader().guid().hex(),
                                "reason", pair.verdict().toString()))
                        .toList());
        return fields;
    }

    /** A node tells its system; the name of its process says nothing. */
    private static String name(Participant participant) {
        return NodeUserData.system(participant.qos()).orElse(participant.name());
    }

    private Map<String, Object> fields(Participant participant) {
        return Map.of(
                "guid", participant.guid().hex(),
                "vendor", participant.guid().vendor().name(),
                "name", name(participant),
                "own", participant.own());
    }

    private static Map<String, Object> fields(Endpoint endpoint) {
        return Map.of(
                "guid", endpoint.guid().hex(),
                "participant", endpoint.participant().hex(),
                "kind", endpoint.kind().name(),
                "topic", endpoint.topic(),
                "type", endpoint.type(),
                "qos", endpoint.qos().policies().stream().map(Object::toString).toList());
    }
}
