package org.c4igateway.cli.database.replay;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.c4igateway.cli.base.Json;
import org.c4igateway.cli.base.TextTable;
import org.c4igateway.dbbridge.trail.ReplayLine;
import org.c4igateway.dbbridge.trail.ReplayVerdict;

/** What a replay did or would do, for people and for programs. */
final class ReplayReport {
    private final List<ReplayLine> lines;
    private final boolean dryRun;
    /** Rows by verdict, listed or not. */
    private final Map<ReplayVerdict, Long> totals = new EnumMap<>(ReplayVerdict.class);

    /** @param parts lines of each source */
    ReplayReport(List<List<ReplayLine>> parts, boolean dryRun) {
        List<ReplayLine> all = new ArrayList<>();
        for (List<ReplayLine> part : parts) {
            Map<ReplayVerdict, Long> ofPart = new EnumMap<>(ReplayVerdict.class);
            for (ReplayLine line : part) {
                ofPart.put(line.verdict(), line.ofVerdict());
                all.add(line);
            }
            ofPart.forEach((verdict, n) -> totals.merge(verdict, n, Long::sum));
        }
        this.lines = List.copyOf(all);
        this.dryRun = dryRun;
    }

    /** @return rows that are sent again, or would be */
    long actions() {
        return lines.stream().filter(line -> line.verdict().isAction()).count();
    }

    /** @return rows that are chosen and could be sent again, behind the limit */
    long rest() {
        return totals.entrySet().stream()
                        .filter(entry -> entry.getKey().isAction())
                        .mapToLong(Map.Entry::getValue)
                        .sum()
                - actions();
    }

    /** @return rows that are chosen and not sent again */
    long refused() {
        return totals.entrySet().stream()
                .filter(entry -> !entry.getKey().isAction())
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** @return numbers under which there is nothing */
    long unknown() {
        return totals.getOrDefault(ReplayVerdict.UNKNOWN, 0L);
    }

    void print(PrintWriter out) {
        if (!lines.isEmpty()) {
            TextTable table = new TextTable("message", "topic", "destination", "state", "code", "replay");
            for (ReplayLine line : lines) {
                table.row(
                        line.message().isEmpty() ? "-" : line.message(),
                        line.topicId().orElse("-"),
                        line.destination().orElse("-"),
                        line.state(),
                        line.code().orElse("-"),
                        what(line));
            }
            table.print(out);
        }
        out.println(summary());
    }

    void printJson(PrintWriter out) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("dry_run", dryRun);
        fields.put("replayed", dryRun ? 0 : actions());
        fields.put("rest", rest());
        Map<String, Object> counts = new LinkedHashMap<>();
        totals.forEach((verdict, n) -> counts.put(verdict.word(), n));
        fields.put("verdicts", counts);
        fields.put("rows", lines.stream().map(ReplayReport::fields).toList());
        out.println(Json.write(fields));
    }

    private static Map<String, Object> fields(ReplayLine line) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("message", line.message());
        fields.put("topic", line.topicId().orElse(null));
        fields.put("destination", line.destination().orElse(null));
        fields.put("state", line.state());
        fields.put("code", line.code().orElse(null));
        fields.put("verdict", line.verdict().word());
        fields.put("repeated_by", number(line.repeatedBy()));
        fields.put("dead_letter", number(line.deadLetter()));
        return fields;
    }

    private static Object number(OptionalLong number) {
        return number.isPresent() ? number.getAsLong() : "";
    }

    private String what(ReplayLine line) {
        return switch (line.verdict()) {
            case REPLAY -> dryRun ? "would be sent again" : "sent again as " + repeated(line);
            case READMIT -> dryRun ? "would be put before the inbox" : "put before the inbox";
            case UNKNOWN ->
                line.deadLetter().isPresent() ? "no: its row no longer exists" : "no: there is no such message";
            case PENDING -> "no: it is pending and will be sent";
            case NOBODY -> "no: no system subscribed to it";
            case REPEATED -> "no: " + repeated(line) + " repeats it";
            case DELIVERED -> "no: the destination has it (--again)";
            case SUPERSEDED -> "no: the destination has a newer one (--again)";
            case UNCERTAIN -> "no: the destination may have it (--again)";
            case LIFELESS -> "no: it had expired when it was submitted";
            case EXPIRED -> "no: it has expired" + (repeatable(line) ? " (--expired)" : "");
            case WAITING -> "no: it waits before the inbox";
            case RECEIVED -> "no: the inbox has it";
            case CONFLICT -> "no: the inbox has another message with this identity";
            case INCOMPLETE -> "no: the dead letter does not hold the whole message; ask its origin";
        };
    }

    private static boolean repeatable(ReplayLine line) {
        return !line.state().equals("parked");
    }

    private static String repeated(ReplayLine line) {
        return line.repeatedBy().isPresent() ? Long.toString(line.repeatedBy().getAsLong()) : "another row";
    }

    private String summary() {
        StringBuilder summary = new StringBuilder();
        summary.append(actions()).append(dryRun ? " would be sent again" : " sent again");
        summary.append(", ").append(refused()).append(" not");
        List<String> reasons = new ArrayList<>();
        totals.forEach((verdict, n) -> {
            if (!verdict.isAction()) {
                reasons.add(n + " " + verdict.word());
            }
        });
        if (!reasons.isEmpty()) {
            summary.append(" (").append(String.join(", ", reasons)).append(")");
        }
        if (rest() > 0) {
            summary.append("; ").append(rest()).append(" more are behind --limit: run the command again");
        }
        return summary.toString();
    }
}
