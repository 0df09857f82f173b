package org.c4igateway.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicCatalogueTest {
    private static final String HEADER = "id,name,title,functional_area,traffic_class";
    private static final String HEADER_WITH_OVERRIDES = HEADER + ",reliability,lifespan";

    @TempDir
    Path directory;

    @Test
    void referenceHolds270TopicsOfEveryClass() {
        TopicCatalogue catalogue = TopicCatalogue.reference();

        assertThat(catalogue.topics()).hasSize(270);
        Set<TrafficClass> classes =
                catalogue.topics().stream().map(Topic::trafficClass).collect(Collectors.toSet());
        assertThat(classes).isEqualTo(EnumSet.allOf(TrafficClass.class));
        assertThat(catalogue.topics().getFirst().id()).isEqualTo("A001");
        assertThat(catalogue.find("A022").orElseThrow().title()).isEqualTo("BOMB, SHELL, ROCKET OR MORTAR REPORT");
    }

    @Test
    void referenceContentHashIsPinned() {
        assertThat(TopicCatalogue.reference().contentHash())
                .as("changing the reference catalogue is a visible act: every peer must follow")
                .isEqualTo("c1d7f726c63acfb911b38faac315b464a48b6b5389452c30efdb21a367c1424e");
    }

    @Test
    void findsByIdAndByName() {
        TopicCatalogue catalogue = TopicCatalogue.reference();

        assertThat(catalogue.find("J071")).map(Topic::name).contains("TRACKREP");
        assertThat(catalogue.findByName("ENEMY CONTACT REP")).map(Topic::id).contains("A023");
        assertThat(catalogue.find("X999")).isEmpty();
        assertThat(catalogue.findByName("trackrep")).isEmpty();
    }

    @Test
    void takesReliabilityAndLifespanFromTheClass() {
        Topic track = TopicCatalogue.reference().find("J071").orElseThrow();
        Topic order = TopicCatalogue.reference().find("F058").orElseThrow();

        assertThat(track.reliable()).isFalse();
        assertThat(track.lifespan()).isEqualTo(Duration.ofSeconds(30));
        assertThat(order.reliable()).isTrue();
        assertThat(order.lifespan()).isEqualTo(Duration.ofDays(7));
    }

    @Test
    void overridesReliabilityAndLifespan() throws IOException {
        TopicCatalogue catalogue = load(
                HEADER_WITH_OVERRIDES,
                "K1,KTRACK,TRACK,AIR,PERIODIC,RELIABLE,PT5S",
                "K2,KREP,\"REPORT, LONG\",LAND,REPORT,BEST_EFFORT,",
                "# a comment",
                "",
                "K3,KORD,ORDER,LAND,ORDER");

        assertThat(catalogue.find("K1").orElseThrow())
                .isEqualTo(
                        new Topic("K1", "KTRACK", "TRACK", "AIR", TrafficClass.PERIODIC, true, Duration.ofSeconds(5)));
        assertThat(catalogue.find("K2").orElseThrow().reliable()).isFalse();
        assertThat(catalogue.find("K2").orElseThrow().title()).isEqualTo("REPORT, LONG");
        assertThat(catalogue.find("K3").orElseThrow().lifespan()).isEqualTo(Duration.ofDays(7));
    }

    @Test
    void contentHashIgnoresRowOrderAndTitlesButNotClass() throws IOException {
        String first =
                load(HEADER, "A1,AAA,TITLE,X,ORDER", "B1,BBB,TITLE,X,REPORT").contentHash();

        assertThat(load(HEADER, "B1,BBB,OTHER,Y,REPORT", "A1,AAA,TITLE,X,ORDER").contentHash())
                .isEqualTo(first);
        assertThat(load(HEADER, "A1,AAA,TITLE,X,ORDER", "B1,BBB,TITLE,X,SUMMARY")
                        .contentHash())
                .isNotEqualTo(first);
    }

    @Test
    void comparesPerTopic() {
        TopicCatalogue catalogue = TopicCatalogue.reference();
        Map<String, Integer> other = new HashMap<>(catalogue.digests());
        assertThat(catalogue.compare(other)).isEmpty();

        other.remove("A001");
        other.merge("A002", 1, Integer::sum);
        other.put("Z9", 7);

        assertThat(catalogue.compare(other))
                .containsExactly(
                        new TopicMismatch("A001", TopicMismatch.Kind.MISSING_THERE),
                        new TopicMismatch("A002", TopicMismatch.Kind.DIFFERENT),
                        new TopicMismatch("Z9", TopicMismatch.Kind.MISSING_HERE));
    }

    @Test
    void digestsOfTheReferenceDoNotCollide() {
        assertThat(TopicCatalogue.reference().digests().values()).doesNotHaveDuplicates();
    }

    @Test
    void reportsEveryProblemAtOnceWithFileAndLine() throws IOException {
        Path file = write(
                HEADER_WITH_OVERRIDES,
                "K1,KTRACK,T,X,PERIODIC,RELIABLE,",
                "k2,KREP,T,X,REPORT,,",
                "K1,KTRACK,T,X,REPORT,,",
                "K4,KORD,T,X,ORDERS,,",
                "K5,KALERT,T,X,ALERT,BEST_EFFORT,",
                "K6,KSUM,T,X,SUMMARY,MAYBE,",
                "K7,KREQ,T,X,REQUEST,,5 minutes",
                "K8,K8X,T,X,REPORT,,-PT1S",
                "K9,K9X,T,X,REPORT,,,surplus",
                "K10,KQ,T,X,REPORT,,");

        CatalogueException fault = catchThrowableOfType(CatalogueException.class, () -> TopicCatalogue.load(file));

        assertThat(fault.problems())
                .extracting(p -> p.substring(file.toString().length() + 1))
                .satisfiesExactly(
                        p -> assertThat(p).startsWith("2: a RELIABLE PERIODIC topic must state its lifespan"),
                        p -> assertThat(p).isEqualTo("3: topic id 'k2' is not 1 to 16 of A-Z and 0-9"),
                        p -> assertThat(p).isEqualTo("4: id 'K1' is already used in line 2"),
                        p -> assertThat(p).isEqualTo("4: name 'KTRACK' is already used in line 2"),
                        p -> assertThat(p).startsWith("5: unknown traffic class 'ORDERS'; known: [PERIODIC,"),
                        p -> assertThat(p).startsWith("6: ALERT must be RELIABLE"),
                        p -> assertThat(p).isEqualTo("7: reliability 'MAYBE' is neither RELIABLE nor BEST_EFFORT"),
                        p -> assertThat(p).startsWith("8: lifespan '5 minutes' is not an ISO 8601 duration"),
                        p -> assertThat(p).startsWith("9: lifespan '-PT1S' is not between"),
                        p -> assertThat(p).isEqualTo("10: 8 cells under 7 columns"),
                        p -> assertThat(p).startsWith("11: topic name 'KQ' is not"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                        | :1: no header row",
                "'id,name\n'               | :1: column 'title' is missing",
                "'id,id,name,title,functional_area,traffic_class\n' | :1: column 'id' twice",
                "'id,name,title,functional_area,traffic_class,colour\n' | :1: unknown column 'colour'",
                "'id,name,title,functional_area,traffic_class\n' | :1: the catalogue holds no topic",
                "'id,name,title,functional_area,traffic_class\nA1,\"AAA,T,X,REPORT\n' | :2: a quote is never closed",
                "'id,name,title,functional_area,traffic_class\nA1,\"AAA\"B,T,X,REPORT\n' | :2: text after a closing quote"
            })
    void refusesBrokenFiles(String content, String expected) throws IOException {
        Path file = directory.resolve("broken.csv");
        Files.writeString(file, content);

        CatalogueException fault = catchThrowableOfType(CatalogueException.class, () -> TopicCatalogue.load(file));

        assertThat(fault).hasMessageContaining("broken.csv" + expected);
    }

    @Test
    void refusesMissingOversizedAndUndecodableFiles() throws IOException {
        Path large = directory.resolve("large.csv");
        Files.write(large, new byte[(4 << 20) + 1]);
        Path latin = directory.resolve("latin.csv");
        Files.write(latin, (HEADER + "\nA1,AAA,\u00dcBUNG,X,REPORT\n").getBytes(StandardCharsets.ISO_8859_1));

        assertThat(faultOf(directory.resolve("absent.csv"))).hasMessageContaining("cannot be read");
        assertThat(faultOf(large)).hasMessageContaining("larger than");
        assertThat(faultOf(latin)).hasMessageContaining("not UTF-8 text");
    }

    @Test
    void boundsTheNumberOfTopicsAndOfReportedProblems() throws IOException {
        List<String> lines = new ArrayList<>(List.of(HEADER));
        for (int i = 0; i <= 10_000; i++) {
            lines.add("T" + i + ",NAME" + i + ",T,X,REPORT");
        }
        assertThat(faultOf(write(lines.toArray(String[]::new))).problems())
                .singleElement()
                .satisfies(p -> assertThat(p).contains("more than 10000 topics"));

        List<String> bad = new ArrayList<>(List.of(HEADER));
        bad.addAll(Collections.nCopies(500, "x,y,T,X,Z"));
        assertThat(faultOf(write(bad.toArray(String[]::new))).problems()).hasSize(100);
    }

    private static CatalogueException faultOf(Path file) {
        return catchThrowableOfType(CatalogueException.class, () -> TopicCatalogue.load(file));
    }

    private TopicCatalogue load(String... lines) throws IOException {
        return TopicCatalogue.load(write(lines));
    }

    private Path write(String... lines) throws IOException {
        return Files.writeString(directory.resolve("catalogue.csv"), String.join("\n", lines) + "\n");
    }
}
