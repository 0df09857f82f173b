package org.c4igateway.interop;

import java.util.LinkedHashMap;
import java.util.Map;
import org.c4igateway.interop.KnownGaps.Gap;

/**
 * What one pair has shown.
 *
 * @param writer who wrote
 * @param reader who read
 * @param checks result by check: empty when it passed, else what was wrong
 */
record Outcome(String writer, String reader, Map<Check, String> checks) {
    /** Problem of a check that waited for a change of state in vain. */
    static final String NOT_SEEN = "not seen";

    /** Problem of a check after which the reader got nothing more. */
    static final String NOTHING_MORE = "nothing arrives any more";

    private static final String KNOWN = "no: ";

    /** What is looked at, for one direction. */
    enum Check {
        RELIABLE("reliable, in order"),
        BEST_EFFORT("best effort"),
        LATE_JOINER("late joiner"),
        DISPOSE("dispose"),
        UNREGISTER("unregister"),
        WRITER_GONE("writer gone");

        private final String title;

        Check(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }
    }

    Outcome {
        checks = new LinkedHashMap<>(checks);
    }

    /** @return whether everything passed that the two can do at all */
    boolean passed() {
        return checks.values().stream().allMatch(problem -> problem.isEmpty() || problem.startsWith(KNOWN));
    }

    /** @return the same with each problem that is a known gap of the two marked as such */
    Outcome withKnownGaps(Map<Check, Gap> gaps) {
        Map<Check, String> marked = new LinkedHashMap<>(checks);
        marked.replaceAll((check, problem) -> {
            Gap gap = gaps.get(check);
            return gap != null && gap.problem().equals(problem) ? KNOWN + gap.reason() : problem;
        });
        return new Outcome(writer, reader, marked);
    }

    /** @return the same with a reason for each check that was not come to */
    Outcome endedBy(String reason) {
        Map<Check, String> all = new LinkedHashMap<>(checks);
        for (Check check : Check.values()) {
            all.putIfAbsent(check, reason);
        }
        return new Outcome(writer, reader, all);
    }

    String cell(Check check) {
        String problem = checks.getOrDefault(check, "not run");
        return problem.isEmpty() ? "yes" : problem;
    }
}
