package org.c4igateway.dds.transport.presence;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * Who reads which topic by what nodes have announced. A sample does not reach a reader that is not matched, so a node
 * is ready when each of its topics has at least as many matched readers as there are nodes and WAN gateways with that
 * topic. A gateway reads once for all the systems that it stands for. One thread at a time.
 */
public final class ExpectedReaders {
    private final ToIntFunction<String> readersOfTopic;
    /** For each topic its readers, and for how many systems each reads. */
    private final Map<String, Map<String, Integer>> readers = new HashMap<>();

    /** @param readersOfTopic how many readers of a topic are matched now */
    public ExpectedReaders(ToIntFunction<String> readersOfTopic) {
        this.readersOfTopic = readersOfTopic;
    }

    /**
     * @param via of the announcement of that system
     * @return who reads in the domain: the node, or the gateway that stands for it; never equal for two
     */
    public static String reader(String system, String via) {
        return via.isEmpty() ? system : "via " + gateway(via);
    }

    /** @return the gateway that an announcement comes from */
    public static String gateway(String via) {
        int blank = via.indexOf(' ');
        return blank < 0 ? via : via.substring(0, blank);
    }

    /** A system was announced. */
    public void add(String reader, Collection<String> topics) {
        topics.forEach(
                topic -> readers.computeIfAbsent(topic, key -> new HashMap<>()).merge(reader, 1, Integer::sum));
    }

    /** A system that was added is announced no more. */
    public void remove(String reader, Collection<String> topics) {
        topics.forEach(topic -> readers.computeIfPresent(topic, (key, systems) -> {
            systems.computeIfPresent(reader, (name, count) -> count > 1 ? count - 1 : null);
            return systems.isEmpty() ? null : systems;
        }));
    }

    /** @return whether all readers that are expected of these topics have matched */
    public boolean haveMatched(Collection<String> topics) {
        return topics.stream()
                .allMatch(topic -> readersOfTopic.applyAsInt(topic)
                        >= readers.getOrDefault(topic, Map.of()).size());
    }
}
