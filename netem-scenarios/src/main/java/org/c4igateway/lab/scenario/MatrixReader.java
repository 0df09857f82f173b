package org.c4igateway.lab.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.c4igateway.dds.api.qos.PolicyText;
import org.c4igateway.dds.api.qos.QosPolicy;
import org.c4igateway.topics.yaml.YamlNode;

/** Reads a workload {@code durability}: policies that are combined, and how many samples. */
final class MatrixReader {
    /** Of all writers together they fit into what the history service keeps and lets wait by default. */
    private static final int MAX_SAMPLES = 2_000;

    /** A reader that joins at half has several times the depth before it and behind it. */
    private static final int LEAST_BY_DEPTH = 4;

    private MatrixReader() {}

    /**
     * @param node the workload
     * @param entries its keys, with what it inherits
     * @param samples the number
     */
    static Exchange.Kind kind(YamlNode node, Map<String, YamlNode> entries, YamlNode samples) {
        YamlNode durability = node.required(entries, "durability");
        Exchange.Matrix matrix = new Exchange.Matrix(
                each(durability, item -> CellReader.choice(QosPolicy.Durability.Kind.class, item)),
                each(
                        node.required(entries, "reliability"),
                        item -> CellReader.choice(QosPolicy.Reliability.Kind.class, item)),
                each(node.required(entries, "history"), MatrixReader::history),
                Units.time(node.required(entries, "max-blocking")));
        if (matrix.durabilities().stream()
                .allMatch(kind -> kind.compareTo(QosPolicy.Durability.Kind.TRANSIENT_LOCAL) <= 0)) {
            throw durability.fault("one is transient or persistent: the history service needs something to keep");
        }
        return new Exchange.Kind.Durability(matrix, count(samples, matrix));
    }

    private static int count(YamlNode samples, Exchange.Matrix matrix) {
        int deepest = matrix.histories().stream()
                .mapToInt(history -> history.depth().orElse(1))
                .max()
                .orElse(1);
        int count = samples.integer(LEAST_BY_DEPTH * deepest);
        if (count > MAX_SAMPLES) {
            throw samples.fault("at most " + MAX_SAMPLES + " samples, not " + count);
        }
        return count;
    }

    private static <T> List<T> each(YamlNode node, Function<YamlNode, T> reading) {
        List<T> values = new ArrayList<>();
        for (YamlNode item : node.isList() ? node.list() : List.of(node)) {
            T value = reading.apply(item);
            if (values.contains(value)) {
                throw item.fault("'" + item.text() + "' stands there twice");
            }
            values.add(value);
        }
        if (values.isEmpty()) {
            throw node.fault("nothing to combine");
        }
        return values;
    }

    private static QosPolicy.History history(YamlNode node) {
        try {
            return (QosPolicy.History) PolicyText.parse("history", node.text());
        } catch (IllegalArgumentException e) {
            throw node.fault(String.valueOf(e.getMessage()));
        }
    }
}
