package org.c4igateway.topics.mtf.corpus;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.topics.mtf.ColumnarSet;
import org.c4igateway.topics.mtf.FreeTextSet;
import org.c4igateway.topics.mtf.LinearSet;
import org.c4igateway.topics.mtf.MtfDocument;
import org.c4igateway.topics.mtf.MtfSet;

/**
 * Makes well-formed documents of catalogue messages from a seed: same seed, same documents. Not safe for several
 * threads.
 */
public final class GeneratedDocuments {
    private static final List<String> LINEAR_IDS =
            List.of("TASK", "UNIT", "POSIT", "TRACK", "ORGID", "LOCATION", "TIMEFRAM", "MSNACFT", "ROUTE3", "EQPT");
    private static final List<String> COLUMNAR_IDS = List.of("1AMMO", "1FUEL", "8STATUS", "1LOAD");
    private static final List<String> CODES = List.of(
            "HOSTILE",
            "3742N12702E",
            "211203ZNOV2026",
            "420KTS",
            "MGRS:52SCH2871055210",
            "-",
            "OPCON",
            "12",
            "A",
            "FREQ:281.4MHZ",
            "25 INF DIV",
            "READY",
            "18000FT",
            "TN4471",
            "DE",
            "2.5",
            "(EST)",
            "UNKNOWN?");
    /** Four of the longest fit a line of 69. */
    private static final List<String> CELLS =
            CODES.stream().filter(code -> code.length() <= 15).toList();

    private static final List<String> WORDS = List.of(
            "ENEMY",
            "MOVES",
            "SOUTH",
            "ALONG",
            "ROUTE",
            "3.",
            "AND/OR",
            "NO CHANGE",
            "AT",
            "210600I",
            "전방",
            "이상 무",
            "교량",
            "확인",
            "SUPPLY",
            "(SEE REF A)",
            "60 PERCENT",
            "PL BLUE,",
            "똠방각하",
            "UNTIL",
            "FURTHER",
            "NOTICE");

    private final RandomGenerator random;
    private final List<String> names;

    public GeneratedDocuments(long seed) {
        this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        this.names = TopicCatalogue.reference().topics().stream()
                .map(topic -> topic.name())
                .toList();
    }

    /** The next document, of about the given size in bytes when written. */
    public MtfDocument next(int bytes) {
        List<MtfSet> sets = new ArrayList<>();
        int size = opening(sets);
        boolean commented = true;
        while (size < bytes) {
            MtfSet set = body(bytes - size);
            size += add(sets, set);
            commented = !commented;
            if (!commented && random.nextInt(4) == 0) {
                size += add(sets, FreeTextSet.of(random.nextBoolean() ? "AMPN" : "NARR", text(60)));
            }
        }
        if (random.nextInt(3) == 0) {
            add(sets, FreeTextSet.of("RMKS", text(80)));
        }
        return MtfDocument.of(sets);
    }

    private static int add(List<MtfSet> sets, MtfSet set) {
        sets.add(set);
        return set.endOffset() - set.offset() + 1;
    }

    private int opening(List<MtfSet> sets) {
        int size = 0;
        int kind = random.nextInt(3);
        if (kind > 0) {
            size += add(sets, LinearSet.of(kind == 1 ? "EXER" : "OPER", "GUARDIAN " + random.nextInt(100)));
        }
        String serial = String.valueOf(1 + random.nextInt(9_999));
        size += add(sets, LinearSet.of("MSGID", pick(names), "1 CORPS", serial, "NOV"));
        if (random.nextBoolean()) {
            size += add(sets, LinearSet.of("REF", "A", "SITREP", "25 INF DIV", "21NOV2026", "0043"));
        }
        return size;
    }

    private MtfSet body(int room) {
        int kind = random.nextInt(20);
        if (kind == 0) {
            return columnar();
        }
        return kind < 4 ? FreeTextSet.gentext("SUBJECT " + kind, text(Math.min(room, 400))) : linear();
    }

    private LinearSet linear() {
        int fields = 1 + random.nextInt(random.nextInt(5) == 0 ? 20 : 6);
        String[] values = new String[fields];
        for (int i = 0; i < fields; i++) {
            values[i] = pick(CODES);
        }
        return LinearSet.of(pick(LINEAR_IDS), values);
    }

    private ColumnarSet columnar() {
        List<String> headers = List.of("DE", "NATURE", "ON-HAND", "REMARK");
        List<List<String>> rows = new ArrayList<>();
        int count = random.nextInt(8);
        for (int row = 0; row < count; row++) {
            List<String> cells = new ArrayList<>();
            int length = 1 + random.nextInt(headers.size());
            for (int i = 0; i < length; i++) {
                cells.add(pick(CELLS));
            }
            rows.add(cells);
        }
        return ColumnarSet.of(pick(COLUMNAR_IDS), headers, rows);
    }

    private String text(int characters) {
        StringBuilder text = new StringBuilder("TEXT");
        while (text.length() < characters) {
            text.append(random.nextInt(9) == 0 ? '\n' : ' ').append(pick(WORDS));
        }
        return text.toString();
    }

    private String pick(List<String> values) {
        return values.get(random.nextInt(values.size()));
    }
}
