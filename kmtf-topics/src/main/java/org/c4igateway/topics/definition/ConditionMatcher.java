package org.c4igateway.topics.definition;

import java.util.List;
import java.util.Optional;
import org.c4igateway.topics.definition.SequenceMatcher.MatchedSets;
import org.c4igateway.topics.mtf.LinearSet;
import org.c4igateway.topics.mtf.MessageId;
import org.c4igateway.topics.mtf.MtfField;
import org.c4igateway.topics.mtf.MtfSet;

/** Evaluates structural conditions with three values: a test about something absent is unknown and asks nothing. */
final class ConditionMatcher {

    private enum Truth {
        TRUE,
        FALSE,
        UNKNOWN
    }

    private final Findings findings;

    ConditionMatcher(Findings findings) {
        this.findings = findings;
    }

    void check(List<Condition> conditions, MatchedSets sets) {
        conditions.forEach(condition -> check(condition, sets));
    }

    private void check(Condition condition, MatchedSets sets) {
        Truth truth = condition.test().map(test -> evaluate(test, sets)).orElse(Truth.TRUE);
        switch (condition.operator()) {
            case A -> {
                if (truth == Truth.TRUE) {
                    assigned(condition, sets);
                }
            }
            case R -> {
                if (truth == Truth.TRUE) {
                    required(condition, sets);
                }
            }
            case P -> {
                if (truth == Truth.TRUE) {
                    prohibited(condition, sets);
                }
            }
            case RP -> {
                switch (truth) {
                    case TRUE -> required(condition, sets);
                    case FALSE -> prohibited(condition, sets);
                    case UNKNOWN -> {}
                }
            }
        }
    }

    private static Truth evaluate(Condition.Test test, MatchedSets sets) {
        return switch (test) {
            case Condition.Test.Present present -> truth(isPresent(present.target(), sets));
            case Condition.Test.Absent absent -> truth(!isPresent(absent.target(), sets));
            case Condition.Test.Holds holds ->
                field(holds.target(), sets)
                        .map(field -> truth(holds.values().contains(field.text())))
                        .orElse(Truth.UNKNOWN);
        };
    }

    private static Truth truth(boolean value) {
        return value ? Truth.TRUE : Truth.FALSE;
    }

    private static boolean isPresent(Condition.Target target, MatchedSets sets) {
        return target.field() == 0
                ? !sets.find(target.label()).isEmpty()
                : field(target, sets).isPresent();
    }

    private static Optional<MtfField> field(Condition.Target target, MatchedSets sets) {
        return sets.find(target.label()).stream()
                .filter(LinearSet.class::isInstance)
                .map(LinearSet.class::cast)
                .findFirst()
                .flatMap(set ->
                        set.id().equals("MSGID") ? MessageId.of(set).part(target.field()) : set.field(target.field()));
    }

    private void required(Condition condition, MatchedSets sets) {
        if (!isPresent(condition.target(), sets)) {
            report(condition, offset(condition.target(), sets), " is required");
        }
    }

    private void prohibited(Condition condition, MatchedSets sets) {
        if (isPresent(condition.target(), sets)) {
            report(condition, offset(condition.target(), sets), " is prohibited");
        }
    }

    private void assigned(Condition condition, MatchedSets sets) {
        boolean other = field(condition.target(), sets)
                .map(field -> !condition.values().contains(field.text()))
                .orElse(false);
        if (other) {
            List<String> values = condition.values().stream().sorted().toList();
            report(condition, offset(condition.target(), sets), " holds " + String.join(" or ", values));
        }
    }

    private static int offset(Condition.Target target, MatchedSets sets) {
        return sets.find(target.label()).stream()
                .findFirst()
                .map(set -> offset(set, target.field()))
                .orElse(sets.offset());
    }

    private static int offset(MtfSet set, int field) {
        return field > 0 && set instanceof LinearSet linear ? linear.fieldOffset(field) : set.offset();
    }

    private void report(Condition condition, int offset, String demand) {
        String when = condition.test().map(test -> reason(condition, test)).orElse("");
        findings.add(DefinitionRule.CONDITION, offset, condition.target() + demand + when);
    }

    private static String reason(Condition condition, Condition.Test test) {
        String word = condition.operator() == Condition.Operator.RP ? ", depending on " : " because of ";
        return word + test.target();
    }
}
