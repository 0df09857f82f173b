package org.c4igateway.lab.transport.durability;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.c4igateway.dds.api.qos.QosPolicy.Durability;
import org.c4igateway.dds.api.qos.QosPolicy.History;
import org.c4igateway.dds.api.qos.QosPolicy.Reliability;
import org.c4igateway.lab.transport.ExchangeResult;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Of 100 samples the first 50 are written before the reader at half joins. */
class PromiseTest {
    private static final long SAMPLES = 100;

    @ParameterizedTest
    @CsvSource({
        "volatile,        reliable,    all, HALF,    51-100,        51-100",
        "volatile,        reliable,    8,   HALF,    93-100,        51-100",
        "volatile,        reliable,    all, END,     none,          none",
        "volatile,        best-effort, all, HALF,    none,          51-100",
        "transient-local, reliable,    all, HALF,    1-100,         1-100",
        "transient-local, reliable,    8,   HALF,    '43-50,93-100', 43-100",
        "transient-local, reliable,    1,   END,     100,           100",
        "transient-local, reliable,    all, END,     1-100,         1-100",
        "transient-local, reliable,    all, EXIT,    none,          none",
        "transient-local, reliable,    all, RESTART, none,          none",
        "transient-local, best-effort, 8,   END,     none,          93-100",
        "transient-local, best-effort, 8,   EXIT,    none,          none",
        "transient,       reliable,    8,   HALF,    '43-50,93-100', 43-100",
        "transient,       reliable,    8,   EXIT,    93-100,        93-100",
        "transient,       reliable,    8,   RESTART, none,          none",
        "transient,       best-effort, 8,   EXIT,    none,          ≤8: 1-100",
        "transient,       best-effort, 8,   HALF,    none,          ≤8: 1-50; 51-100",
        "transient,       best-effort, all, HALF,    none,          1-100",
        "persistent,      reliable,    1,   RESTART, 100,           100",
        "persistent,      reliable,    all, RESTART, 1-100,         1-100",
        "persistent,      best-effort, 1,   RESTART, none,          ≤1: 1-100"
    })
    void followsFromThePolicies(
            String durability, String reliability, String history, JoinTime join, String must, String may) {
        ExchangeResult.Join judged = Promise.of(combination(durability, reliability, history), join, SAMPLES)
                .judge(join, List.of());

        assertThat(judged.must()).isEqualTo(must);
        assertThat(judged.may()).isEqualTo(may);
        assertThat(judged.fault().isEmpty()).isEqualTo(must.equals("none"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            persistent | reliable    | 8   | RESTART | 93-100          | ''
            persistent | reliable    | 8   | RESTART | 93-99           | lacks 100; arrived: 93-99
            persistent | reliable    | 8   | RESTART | 93-95,97-100    | lacks 96; arrived: 93-95,97-100
            persistent | reliable    | 8   | RESTART | 92-100          | got 92, which must not arrive
            persistent | reliable    | 8   | RESTART | 93,95,94,96-100 | 94 comes behind a later one, or twice
            persistent | reliable    | 8   | RESTART | 93-100,93-100   | 93 comes behind a later one, or twice
            persistent | reliable    | 8   | RESTART | none            | lacks 93-100; arrived: none
            transient  | reliable    | all | RESTART | 100             | got 100, which must not arrive
            volatile   | reliable    | all | HALF    | 50-100          | got 50, which must not arrive
            volatile   | reliable    | all | HALF    | 51-100          | ''
            volatile   | reliable    | 1   | HALF    | 60,70,100       | ''
            volatile   | reliable    | 1   | HALF    | 60,70           | lacks 100
            transient  | best-effort | 8   | EXIT    | 3,9,20-25       | ''
            transient  | best-effort | 8   | EXIT    | 3,9,20-26       | got 9 samples of the past, more than 8
            transient  | best-effort | 8   | HALF    | 3,9,60-90       | ''
            """)
    void judgesWhatArrived(
            String durability, String reliability, String history, JoinTime join, String arrived, String fault) {
        ExchangeResult.Join judged = Promise.of(combination(durability, reliability, history), join, SAMPLES)
                .judge(join, Numbers.parse(arrived));

        assertThat(judged.fault()).startsWith(fault);
        assertThat(judged.fault().isEmpty()).isEqualTo(fault.isEmpty());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            none          | 0 | 0  | 0   | 0 | true
            93-95,97,100  | 5 | 93 | 100 | 3 | true
            5,3           | 2 | 5  | 3   | 0 | false
            """)
    void countsWhatArrived(String arrived, long count, long first, long last, long missing, boolean ordered) {
        ExchangeResult.Join judged = Promise.of(combination("persistent", "best-effort", "all"), JoinTime.END, SAMPLES)
                .judge(JoinTime.END, Numbers.parse(arrived));

        assertThat(judged)
                .extracting(
                        ExchangeResult.Join::when,
                        ExchangeResult.Join::count,
                        ExchangeResult.Join::first,
                        ExchangeResult.Join::last,
                        ExchangeResult.Join::missing,
                        ExchangeResult.Join::ordered)
                .containsExactly("at the end", count, first, last, missing, ordered);
        assertThat(Numbers.text(Numbers.parse(arrived))).isEqualTo(arrived);
    }

    private static Combination combination(String durability, String reliability, String history) {
        return new Combination(
                Durability.Kind.valueOf(constant(durability)),
                Reliability.Kind.valueOf(constant(reliability)),
                history.equals("all") ? History.keepAll() : History.keepLast(Integer.parseInt(history)),
                "A033");
    }

    private static String constant(String word) {
        return word.toUpperCase(Locale.ROOT).replace('-', '_');
    }
}
