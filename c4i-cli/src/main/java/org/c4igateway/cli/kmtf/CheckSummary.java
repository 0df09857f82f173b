package org.c4igateway.cli.kmtf;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.c4igateway.topics.mtf.MtfCheck;
import org.c4igateway.topics.mtf.rule.Diagnostic;

/** Counts of a run of checks, one message in each file. A message counts once for each rule. One run, one thread. */
final class CheckSummary {
    private final Map<String, Integer> refusedBy = new TreeMap<>();
    private final Map<String, Integer> found = new TreeMap<>();
    private int accepted;
    private int refused;

    void add(MtfCheck check) {
        accepted += check.accepted() ? 1 : 0;
        refused += check.accepted() ? 0 : 1;
        check.rules().forEach(rule -> found.merge(rule, 1, Integer::sum));
        check.errors().stream()
                .map(Diagnostic::rule)
                .collect(Collectors.toCollection(TreeSet::new))
                .forEach(rule -> refusedBy.merge(rule, 1, Integer::sum));
    }

    boolean allAccepted() {
        return refused == 0;
    }

    /** One line for people, the rules that refused most first. */
    String line() {
        String by = refusedBy.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .map(rule -> rule.getKey() + " " + rule.getValue())
                .collect(Collectors.joining(", ", " (", ")"));
        int messages = accepted + refused;
        return messages + " files, " + messages + " messages: " + accepted + " accepted, " + refused + " refused"
                + (refused == 0 ? "" : by);
    }

    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("files", accepted + refused);
        fields.put("messages", accepted + refused);
        fields.put("accepted", accepted);
        fields.put("refused", refused);
        fields.put("refusedByRule", refusedBy);
        fields.put("foundByRule", found);
        return fields;
    }
}
