package org.c4igateway.topics.definition.read;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.c4igateway.topics.definition.model.SetDefinition;
import org.c4igateway.topics.definition.model.StructuralCondition;
import org.c4igateway.topics.yaml.YamlNode;

/** Reads structural conditions such as {@code {require: REF, if: {field: MSGID/5, in: [CHG]}}}. */
final class StructuralConditionReader {
    private static final Set<String> KEYS =
            Set.of("assign", "value", "require", "prohibit", "require-else-prohibit", "if");
    private static final Set<String> TEST_KEYS = Set.of("present", "absent", "field", "in");

    private final Map<String, SetDefinition> known;

    StructuralConditionReader(Map<String, SetDefinition> known) {
        this.known = known;
    }

    /** Reads one condition whose targets are among the labels. */
    StructuralCondition read(YamlNode node, Set<String> labels) {
        Map<String, YamlNode> entries = node.map(KEYS);
        List<StructuralCondition.Operator> operators = java.util.Arrays.stream(StructuralCondition.Operator.values())
                .filter(operator -> entries.containsKey(operator.key()))
                .toList();
        if (operators.size() != 1) {
            throw node.fault("a condition has exactly one of assign, require, prohibit, require-else-prohibit");
        }
        StructuralCondition.Operator operator = operators.getFirst();
        StructuralCondition.Target target = target(node.required(entries, operator.key()), labels);
        boolean assigns = operator == StructuralCondition.Operator.A;
        if (assigns != entries.containsKey("value")) {
            throw node.fault("'value' belongs to 'assign', and only to it");
        }
        if (operator == StructuralCondition.Operator.RP && !entries.containsKey("if")) {
            throw node.fault("'require-else-prohibit' needs an 'if'");
        }
        Set<String> values =
                assigns ? new HashSet<>(node.required(entries, "value").texts()) : Set.of();
        Optional<StructuralCondition.Test> test =
                Optional.ofNullable(entries.get("if")).map(item -> test(item, labels));
        return new StructuralCondition(operator, target, test, values);
    }

    private StructuralCondition.Test test(YamlNode node, Set<String> labels) {
        Map<String, YamlNode> entries = node.map(TEST_KEYS);
        if (entries.containsKey("field") && entries.containsKey("in") && entries.size() == 2) {
            StructuralCondition.Target target = target(node.required(entries, "field"), labels);
            return new StructuralCondition.Test.Holds(
                    target, new HashSet<>(node.required(entries, "in").texts()));
        }
        if (entries.size() == 1 && entries.containsKey("present")) {
            return new StructuralCondition.Test.Present(target(node.required(entries, "present"), labels));
        }
        if (entries.size() == 1 && entries.containsKey("absent")) {
            return new StructuralCondition.Test.Absent(target(node.required(entries, "absent"), labels));
        }
        throw node.fault("a test is {present: X}, {absent: X} or {field: X/n, in: [...]}");
    }

    private StructuralCondition.Target target(YamlNode node, Set<String> labels) {
        String text = node.text();
        int slash = text.lastIndexOf('/');
        boolean hasField = slash > 0 && labels.contains(text.substring(0, slash));
        String label = hasField ? text.substring(0, slash) : text;
        if (!labels.contains(label)) {
            throw node.fault("'" + text + "' names no set listed here");
        }
        if (!hasField) {
            return new StructuralCondition.Target(label, 0);
        }
        SetDefinition set = known.get(label);
        int fields = set == null || set.columnar() ? 0 : set.fields().size();
        for (int field = 1; field <= fields; field++) {
            if (text.substring(slash + 1).equals(String.valueOf(field))) {
                return new StructuralCondition.Target(label, field);
            }
        }
        throw node.fault("'" + text + "' names no field of a linear set");
    }
}
