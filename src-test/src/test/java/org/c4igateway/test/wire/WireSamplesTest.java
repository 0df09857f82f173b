package org.c4igateway.test.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.c4igateway.dds.api.type.WireRecord;
import org.c4igateway.wan.frame.record.LinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Today's code reads what release 0.1 wrote, and writes what release 0.1 reads. The samples are in {@code
 * src/test/resources/wire/0.1}; what to do when a format changes is in CONTRIBUTING.md.
 */
class WireSamplesTest {
    private static final String RULE =
            "a node of release 0.1 would not understand it; see CONTRIBUTING.md, Wire formats";

    private final WireSamples samples;

    WireSamplesTest() throws IOException {
        samples = new WireSamples("0.1");
    }

    static Stream<WireForm<?>> forms() throws Exception {
        return Stream.of(JmsForms.all(), DdsForms.all(), WanForms.all(), JournalForms.all())
                .flatMap(List::stream);
    }

    @ParameterizedTest
    @MethodSource("forms")
    void readsWhatTheReleaseWrote(WireForm<?> form) throws Exception {
        Object value = read(form, frozen(form));

        assertThat(value)
                .as("%s, read by today's code, is not the value that it stands for", form)
                .usingRecursiveComparison()
                .isEqualTo(form.value());
    }

    @ParameterizedTest
    @MethodSource("forms")
    void writesWhatTheReleaseReads(WireForm<?> form) throws Exception {
        String frozen = String.join("\n", frozen(form));
        String written = String.join("\n", form.written());

        assertThat(written)
                .as("%s: the wire format changed: %s%n%s", form, RULE, firstDifference(frozen, written))
                .isEqualTo(frozen);
    }

    @Test
    void hasAFormForEachSample() throws Exception {
        assertThat(forms().map(WireForm::toString))
                .as("a sample without a form is read by no test")
                .containsExactlyInAnyOrderElementsOf(samples.names());
    }

    @Test
    void hasASampleOfEachTypeOfRecord() throws Exception {
        Set<Class<?>> types =
                forms().<Class<?>>map(form -> form.value().getClass()).collect(Collectors.toSet());

        for (Class<?> sealed : List.of(WireRecord.class, LinkRecord.class)) {
            assertThat(types).as(sealed.getName()).contains(sealed.getPermittedSubclasses());
        }
    }

    @Test
    void saysWhereASampleDiffers() {
        assertThat(WireSamplesTest.firstDifference("0102ff", "01f2ff")).isEqualTo("byte 1 was 02 and is f2");
        assertThat(WireSamplesTest.firstDifference("0102", "010203")).isEqualTo("byte 2 was absent and is 03");
        assertThat(WireSamplesTest.firstDifference("created Long 5\nbody 01", "created Long 6\nbody 01"))
                .isEqualTo("\"created Long 5\" became \"created Long 6\"");
    }

    private List<String> frozen(WireForm<?> form) throws Exception {
        List<String> lines = samples.lines(form);
        if (lines.isEmpty()) {
            fail("%s is missing. If the form is new in this release, add it:\n\n[%s]\n%s\n"
                    .formatted(form, form.name(), String.join("\n", form.written())));
        }
        return lines;
    }

    private static Object read(WireForm<?> form, List<String> lines) {
        try {
            return form.reader().value(lines);
        } catch (Exception e) {
            return fail("%s: today's code refuses what release 0.1 wrote: %s".formatted(form, e.getMessage()), e);
        }
    }

    /** The first byte that differs; for samples with properties, the first line. */
    private static String firstDifference(String frozen, String written) {
        boolean bytes = frozen.matches("\\p{XDigit}*");
        List<String> before = parts(frozen, bytes);
        List<String> now = parts(written, bytes);
        int at = 0;
        while (at < Math.min(before.size(), now.size()) && before.get(at).equals(now.get(at))) {
            at++;
        }
        String was = at < before.size() ? before.get(at) : "absent";
        String is = at < now.size() ? now.get(at) : "absent";
        return bytes ? "byte %d was %s and is %s".formatted(at, was, is) : "\"%s\" became \"%s\"".formatted(was, is);
    }

    private static List<String> parts(String sample, boolean bytes) {
        return bytes
                ? IntStream.range(0, sample.length() / 2)
                        .mapToObj(at -> sample.substring(2 * at, 2 * at + 2))
                        .toList()
                : sample.lines().toList();
    }
}
