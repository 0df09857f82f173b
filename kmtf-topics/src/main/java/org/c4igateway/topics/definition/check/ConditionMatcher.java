package org.c4igateway.topics.definition.check;

import java.util.List;
import java.util.Optional;
import org.c4igateway.topics.definition.check.SequenceMatcher.MatchedSets;
import org.c4igateway.topics.definition.model.StructuralCondition;
import org.c4igateway.topics.mtf.LinearSet;
import org.c4igateway.topics.mtf.MsgidSet;
import org.c4igateway.topics.mtf.MtfField;
import org.c4igateway.topics.mtf.MtfSet;

/** Evaluates structural conditions with three values: a test about something absent is unknown and asks nothing. */
final class ConditionMatcher {

    private enum Truth {
        TRUE,
        FALSE,
        UNKNOWN
    }

    private final DefinitionFindings definitionFindings;

    ConditionMatcher(DefinitionFindings definitionFindings) {
        this.definitionFindings = definitionFindings;
    }

    void check(List<StructuralCondition> conditions, MatchedSets sets) {
        conditions.forEach(structuralCondition -> check(structuralCondition, sets));
    }

    private void check(StructuralCondition structuralCondition, MatchedSets sets) {
        Truth truth =
                structuralCondition.test().map(test -> evaluate(test, sets)).orElse(Truth.TRUE);
        switch (structuralCondition.operator()) {
            case A -> {
                if (truth == Truth.TRUE) {
                    assigned(structuralCondition, sets);
                }
            }
            case R -> {
                if (truth == Truth.TRUE) {
                    required(structuralCondition, sets);
                }
            }
            case P -> {
                if (truth == Truth.TRUE) {
                    prohibited(structuralCondition, sets);
                }
            }
            case RP -> {
                switch (truth) {
                    case TRUE -> required(structuralCondition, sets);
                    case FALSE -> prohibited(structuralCondition, sets);
                    case UNKNOWN -> {}
                }
            }
        }
    }

    private static Truth evaluate(StructuralCondition.Test test, MatchedSets sets) {
        return switch (test) {
            case StructuralCondition.Test.Present present -> truth(isPresent(present.target(), sets));
            case StructuralCondition.Test.Absent absent -> truth(!isPresent(absent.target(), sets));
            case StructuralCondition.Test.Holds holds ->
                field(holds.target(), sets)
                        .map(field -> truth(holds.values().contains(field.text())))
                        .orElse(Truth.UNKNOWN);
        };
    }

    private static Truth truth(boolean value) {
        return value ? Truth.TRUE : Truth.FALSE;
    }

    private static boolean isPresent(StructuralCondition.Target target, MatchedSets sets) {
        return target.field() == 0
                ? !sets.find(target.label()).isEmpty()
                : field(target, sets).isPresent();
    }

    private static Optional<MtfField> field(StructuralCondition.Target target, MatchedSets sets) {
        return sets.find(target.label()).stream()
                .filter(LinearSet.class::isInstance)
                .map(LinearSet.class::cast)
                .findFirst()
                .flatMap(set ->
                        set.id().equals("MSGID") ? MsgidSet.of(set).part(target.field()) : set.field(target.field()));
    }

    private void required(StructuralCondition structuralCondition, MatchedSets sets) {
        if (!isPresent(structuralCondition.target(), sets)) {
            report(structuralCondition, offset(structuralCondition.target(), sets), " is required");
        }
    }

    private void prohibited(StructuralCondition structuralCondition, MatchedSets sets) {
        if (isPresent(structuralCondition.target(), sets)) {
            report(structuralCondition, offset(structuralCondition.target(), sets), " is prohibited");
        }
    }

    private void assigned(StructuralCondition structuralCondition, MatchedSets sets) {
        boolean other = field(structuralCondition.target(), sets)
                .map(field -> !structuralCondition.values().contains(field.text()))
                .orElse(false);
        if (other) {
            List<String> values = structuralCondition.values().stream().sorted().toList();
            report(
                    structuralCondition,
                    offset(structuralCondition.target(), sets),
                    " holds " + String.join(" or ", values));
        }
    }

    private static int offset(StructuralCondition.Target target, MatchedSets sets) {
        return sets.find(target.label()).stream()
                .findFirst()
                .map(set -> offset(set, target.field()))
                .orElse(sets.offset());
    }

    private static int offset(MtfSet set, int field) {
        return field > 0 && set instanceof LinearSet linear ? linear.fieldOffset(field) : set.offset();
    }

    private void report(StructuralCondition structuralCondition, int offset, String demand) {
        String when = structuralCondition
                .test()
                .map(test -> reason(structuralCondition, test))
                .orElse("");
        definitionFindings.add(DefinitionRule.CONDITION, offset, structuralCondition.target() + demand + when);
    }

    private static String reason(StructuralCondition structuralCondition, StructuralCondition.Test test) {
        String word =
                structuralCondition.operator() == StructuralCondition.Operator.RP ? ", depending on " : " because of ";
        return word + test.target();
    }
}
