package org.c4igateway.topics.definition;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** A YAML node that knows its place and complains with it. */
final class YamlNode {
    private static final int DEEPEST = 24;

    /** Stops the reading of one entry. */
    static final class Fault extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Fault(String message) {
            super(message, null, false, false);
        }
    }

    private final String file;
    private final Node node;
    private final int depth;

    YamlNode(String file, Node node) {
        this(file, node, 0);
    }

    private YamlNode(String file, Node node, int depth) {
        this.file = file;
        this.node = node;
        this.depth = depth;
        if (depth > DEEPEST) {
            throw fault("nested deeper than " + DEEPEST);
        }
    }

    Fault fault(String reason) {
        Mark mark = node.getStartMark().orElse(null);
        String place = mark == null ? file + ":1:1" : file + ":" + (mark.getLine() + 1) + ":" + (mark.getColumn() + 1);
        return new Fault(place + ": " + reason);
    }

    boolean isMap() {
        return node instanceof MappingNode;
    }

    boolean isList() {
        return node instanceof SequenceNode;
    }

    /** The entries in order; all keys must be among {@code allowed} unless that is empty. */
    Map<String, YamlNode> map(Set<String> allowed) {
        if (!(node instanceof MappingNode mapping)) {
            throw fault("a map is expected here");
        }
        Map<String, YamlNode> entries = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            YamlNode key = new YamlNode(file, tuple.getKeyNode(), depth + 1);
            String name = key.text();
            if (!allowed.isEmpty() && !allowed.contains(name)) {
                throw key.fault("unknown key '" + name + "'; known: "
                        + String.join(", ", allowed.stream().sorted().toList()));
            }
            if (entries.put(name, new YamlNode(file, tuple.getValueNode(), depth + 1)) != null) {
                throw key.fault("key '" + name + "' twice");
            }
        }
        return entries;
    }

    List<YamlNode> list() {
        if (!(node instanceof SequenceNode sequence)) {
            throw fault("a list is expected here");
        }
        return sequence.getValue().stream()
                .map(item -> new YamlNode(file, item, depth + 1))
                .toList();
    }

    String text() {
        if (!(node instanceof ScalarNode scalar)) {
            throw fault("a single value is expected here");
        }
        return scalar.getValue();
    }

    List<String> texts() {
        return isList() ? list().stream().map(YamlNode::text).toList() : List.of(text());
    }

    int integer(int min) {
        String text = text();
        try {
            int value = Integer.parseInt(text);
            if (value >= min) {
                return value;
            }
        } catch (NumberFormatException _) {
            // reported below together with numbers out of range
        }
        throw fault("'" + text + "' is not a whole number of at least " + min);
    }

    double number() {
        String text = text();
        try {
            double value = Double.parseDouble(text);
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException _) {
            // reported below
        }
        throw fault("'" + text + "' is not a number");
    }

    YamlNode required(Map<String, YamlNode> entries, String key) {
        YamlNode value = entries.get(key);
        if (value == null) {
            throw fault("key '" + key + "' is missing");
        }
        return value;
    }
}
