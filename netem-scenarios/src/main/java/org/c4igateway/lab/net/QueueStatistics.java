package org.c4igateway.lab.net;

import java.io.IOException;
import org.c4igateway.lab.tool.ToolRun;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Counters of the root queue discipline of a device, as {@code tc} tells them.
 *
 * @param drops packets dropped by it
 */
record QueueStatistics(String kind, long packets, long bytes, long drops) {
    private static final QueueStatistics NONE = new QueueStatistics("none", 0, 0, 0);

    static QueueStatistics read(String namespace, String device) throws IOException {
        String answer = ToolRun.of("tc", "-n", namespace, "-s", "-j", "qdisc", "show", "dev", device)
                .orThrow("reading the queue of " + device);
        return parse(answer);
    }

    /** @param json what {@code tc -s -j qdisc show dev DEVICE} prints */
    static QueueStatistics parse(String json) throws IOException {
        try {
            for (JsonNode queue : JsonMapper.shared().readTree(json)) {
                if (queue.path("root").asBoolean(false)) {
                    return new QueueStatistics(
                            queue.path("kind").asString(""),
                            queue.path("packets").asLong(0),
                            queue.path("bytes").asLong(0),
                            queue.path("drops").asLong(0));
                }
            }
            return NONE;
        } catch (JacksonException e) {
            throw new IOException("tc printed no JSON: " + json, e);
        }
    }

    QueueStatistics since(QueueStatistics earlier) {
        return new QueueStatistics(kind, packets - earlier.packets, bytes - earlier.bytes, drops - earlier.drops);
    }
}
