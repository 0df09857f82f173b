package org.c4igateway.topics.mtf.corpus;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.c4igateway.topics.definition.DefinitionLibrary;
import org.c4igateway.topics.definition.model.Element;
import org.c4igateway.topics.definition.model.FieldDefinition;
import org.c4igateway.topics.definition.model.MessageDefinition;
import org.c4igateway.topics.definition.model.OccurrenceCategory;
import org.c4igateway.topics.definition.model.SetDefinition;
import org.c4igateway.topics.mtf.ColumnarSet;
import org.c4igateway.topics.mtf.FreeTextSet;
import org.c4igateway.topics.mtf.LinearSet;
import org.c4igateway.topics.mtf.MtfDocument;
import org.c4igateway.topics.mtf.MtfSet;

/**
 * Makes documents of the messages a definition library describes, each field with content of its format: numbers,
 * times, positions and codes are drawn anew for every message, so that they compress like real ones. Conditions between
 * sets are not looked at. Same seed, same documents. Not safe for several threads.
 */
public final class DefinedDocuments {
    private static final int ATTEMPTS = 12;

    private final DefinitionLibrary library;
    private final List<MessageDefinition> messages;
    private final RandomGenerator random;
    private final FieldContent content;

    /** Documents of the definitions shipped with this module. */
    public DefinedDocuments(long seed) {
        this(DefinitionLibrary.reference(), seed);
    }

    /** Documents of the messages of a library, which has at least one. */
    public DefinedDocuments(DefinitionLibrary library, long seed) {
        this.library = library;
        this.messages = library.messages();
        this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        this.content = new FieldContent(random);
    }

    /** The next document: of some attempts the one whose size in bytes, when written, is nearest to the given one. */
    public MtfDocument next(int bytes) {
        MtfDocument best = attempt(bytes);
        for (int i = 1; i < ATTEMPTS; i++) {
            MtfDocument other = attempt(bytes);
            if (Math.abs(size(other) - bytes) < Math.abs(size(best) - bytes)) {
                best = other;
            }
        }
        return best;
    }

    private static int size(MtfDocument document) {
        return document.sets().stream()
                .mapToInt(set -> set.endOffset() - set.offset() + 1)
                .sum();
    }

    private MtfDocument attempt(int bytes) {
        MessageDefinition message = messages.get(random.nextInt(messages.size()));
        List<MtfSet> sets = new ArrayList<>();
        int exercise = random.nextInt(3);
        if (exercise > 0) {
            sets.add(LinearSet.of(exercise == 1 ? "EXER" : "OPER", content.phrase(20) + " " + random.nextInt(100)));
        }
        sets.add(LinearSet.of("MSGID", message.name(), content.unit(), content.digits(4), content.month()));
        for (Element element : message.text().elements()) {
            add(element, bytes, sets);
        }
        if (random.nextInt(4) == 0) {
            sets.add(FreeTextSet.of("RMKS", content.phrase(20 + random.nextInt(40))));
        }
        return MtfDocument.of(sets);
    }

    private void add(Element element, int bytes, List<MtfSet> sets) {
        boolean optional = element.use() != OccurrenceCategory.M;
        int times = optional && random.nextInt(3) > 0 ? 0 : 1;
        while (times > 0 && times < Math.min(element.most(), 8) && random.nextInt(3) == 0) {
            times++;
        }
        for (int i = 0; i < times; i++) {
            switch (element) {
                case Element.SetPosition position -> addSet(position, bytes, sets);
                case Element.Segment segment -> segment.elements().forEach(inner -> add(inner, bytes, sets));
            }
        }
    }

    private void addSet(Element.SetPosition position, int bytes, List<MtfSet> sets) {
        switch (position.setId()) {
            case "EXER", "OPER", "MSGID" -> {}
            case "GENTEXT" -> {
                String subject = position.subject().isEmpty() ? content.phrase(12) : position.subject();
                sets.add(FreeTextSet.gentext(subject, content.phrase(Math.clamp(bytes / 4, 20, 400))));
            }
            default ->
                library.findSet(position.setId()).ifPresent(set -> sets.add(set.columnar() ? table(set) : line(set)));
        }
    }

    private MtfSet line(SetDefinition set) {
        List<String> fields = new ArrayList<>();
        int mandatory = 0;
        for (FieldDefinition field : set.fields()) {
            boolean filled = field.use() == OccurrenceCategory.M || random.nextInt(2) == 0;
            fields.add(filled ? content.of(field) : "-");
            mandatory = filled ? fields.size() : mandatory;
        }
        return LinearSet.of(set.id(), fields.subList(0, mandatory).toArray(String[]::new));
    }

    private MtfSet table(SetDefinition set) {
        List<String> headers =
                set.fields().stream().map(FieldDefinition::header).toList();
        List<List<String>> rows = new ArrayList<>();
        for (int row = random.nextInt(1, 4); row > 0; row--) {
            rows.add(set.fields().stream()
                    .map(field ->
                            field.use() == OccurrenceCategory.M || random.nextInt(3) > 0 ? content.of(field) : "-")
                    .toList());
        }
        return ColumnarSet.of(set.id(), headers, rows);
    }
}
