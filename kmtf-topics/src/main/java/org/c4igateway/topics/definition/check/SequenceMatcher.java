package org.c4igateway.topics.definition.check;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.c4igateway.topics.definition.model.Element;
import org.c4igateway.topics.definition.model.MessageDefinition;
import org.c4igateway.topics.definition.model.OccurrenceCategory;
import org.c4igateway.topics.mtf.FreeTextSet;
import org.c4igateway.topics.mtf.MtfSet;

/**
 * Walks the sets of a message along its definition. A set that fits neither the current place nor any later one is
 * reported and skipped, so that one stray set does not spoil the rest. One validation, one thread.
 */
public final class SequenceMatcher {
    private final List<MtfSet> sets;
    private final DefinitionFindings definitionFindings;
    private final ConditionMatcher conditions;
    private int next;

    public SequenceMatcher(List<MtfSet> sets, DefinitionFindings definitionFindings) {
        this.sets = sets.stream().filter(SequenceMatcher::isListed).toList();
        this.definitionFindings = definitionFindings;
        this.conditions = new ConditionMatcher(definitionFindings);
    }

    /** AMPN, NARR and RMKS are allowed wherever the syntax allows them. */
    private static boolean isListed(MtfSet set) {
        return !(set instanceof FreeTextSet text) || text.id().equals("GENTEXT");
    }

    public void match(MessageDefinition definition) {
        MatchedSets matched =
                new MatchedSets(sets.isEmpty() ? 0 : sets.getFirst().offset());
        elements(definition.text().elements(), matched, _ -> false);
        while (next < sets.size() && !definitionFindings.full()) {
            unexpected();
        }
        conditions.check(definition.text().conditions(), matched);
    }

    private void elements(List<Element> elements, MatchedSets matched, Predicate<MtfSet> enclosing) {
        for (int i = 0; i < elements.size(); i++) {
            List<Element> later = elements.subList(i + 1, elements.size());
            Predicate<MtfSet> follow =
                    set -> later.stream().anyMatch(element -> opens(element, set)) || enclosing.test(set);
            element(elements.get(i), matched, follow);
        }
    }

    private void element(Element element, MatchedSets matched, Predicate<MtfSet> follow) {
        int count = 0;
        while (next < sets.size() && !definitionFindings.full()) {
            MtfSet set = sets.get(next);
            boolean wanted = opens(element, set);
            if (wanted && count < element.most()) {
                count++;
                occurrence(element, matched, follow);
            } else if (follow.test(set)) {
                break;
            } else if (wanted) {
                definitionFindings.add(
                        DefinitionRule.SET_REPEATED,
                        set.offset(),
                        label(element) + " more than " + element.most() + " times");
                next++;
            } else {
                unexpected();
            }
        }
        if (count == 0 && element.use() == OccurrenceCategory.M) {
            definitionFindings.add(
                    DefinitionRule.SET_MISSING, place(), label(element) + " is mandatory and missing here");
        }
    }

    private void occurrence(Element element, MatchedSets matched, Predicate<MtfSet> follow) {
        switch (element) {
            case Element.SetPosition position -> {
                matched.add(position.label(), sets.get(next));
                next++;
            }
            case Element.Segment segment -> {
                MatchedSets instance = new MatchedSets(sets.get(next).offset());
                Predicate<MtfSet> enclosing = set -> opens(segment, set) || follow.test(set);
                elements(segment.elements(), instance, enclosing);
                conditions.check(segment.conditions(), instance);
                matched.addAll(instance);
            }
        }
    }

    private void unexpected() {
        MtfSet set = sets.get(next);
        definitionFindings.add(
                DefinitionRule.SET_UNEXPECTED, set.offset(), "the message has no " + describe(set) + " at this place");
        next++;
    }

    private int place() {
        if (next < sets.size()) {
            return sets.get(next).offset();
        }
        return sets.isEmpty() ? 0 : sets.getLast().offset();
    }

    private static boolean opens(Element element, MtfSet set) {
        return switch (element) {
            case Element.SetPosition position -> opens(position, set);
            case Element.Segment segment -> opens(segment, set);
        };
    }

    /** What may be left out at the beginning of a segment leaves the opening to what is behind it. */
    private static boolean opens(Element.Segment segment, MtfSet set) {
        for (Element element : segment.elements()) {
            if (opens(element, set)) {
                return true;
            }
            if (element.use() == OccurrenceCategory.M) {
                return false;
            }
        }
        return false;
    }

    private static boolean opens(Element.SetPosition position, MtfSet set) {
        if (!position.setId().equals(set.id())) {
            return false;
        }
        return position.subject().isEmpty()
                || (set instanceof FreeTextSet text && text.subject().equals(position.subject()));
    }

    private static String label(Element element) {
        return switch (element) {
            case Element.SetPosition position -> "set " + position.label();
            case Element.Segment segment ->
                "segment '" + segment.name() + "' (opened by "
                        + segment.initial().label() + ")";
        };
    }

    private static String describe(MtfSet set) {
        return set instanceof FreeTextSet text ? text.id() + " '" + text.subject() + "'" : set.id();
    }

    /** The sets found for each label of a definition, within a message or one instance of a segment. */
    static final class MatchedSets {
        private final int offset;
        private final List<String> labels = new ArrayList<>();
        private final List<MtfSet> found = new ArrayList<>();

        MatchedSets(int offset) {
            this.offset = offset;
        }

        void add(String label, MtfSet set) {
            labels.add(label);
            found.add(set);
        }

        void addAll(MatchedSets inner) {
            labels.addAll(inner.labels);
            found.addAll(inner.found);
        }

        /** Where the message or segment starts. */
        int offset() {
            return offset;
        }

        List<MtfSet> find(String label) {
            List<MtfSet> result = new ArrayList<>();
            for (int i = 0; i < labels.size(); i++) {
                if (labels.get(i).equals(label)) {
                    result.add(found.get(i));
                }
            }
            return result;
        }
    }
}
