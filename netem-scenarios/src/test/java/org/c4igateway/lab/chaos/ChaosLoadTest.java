package org.c4igateway.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.c4igateway.lab.chaos.plan.ChaosPlan;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;
import org.c4igateway.lab.testbed.database.Login;
import org.c4igateway.topics.TopicCatalogue;
import org.junit.jupiter.api.Test;

class ChaosLoadTest {
    private static final TopicCatalogue CATALOGUE = TopicCatalogue.reference();

    @Test
    void drawsTheSameRowsForTheSameSeedAndSystem() {
        assertThat(text(load("ALPHA", 7))).isEqualTo(text(load("ALPHA", 7)));
        assertThat(text(load("ALPHA", 7))).isNotEqualTo(text(load("ALPHA", 8)));
        assertThat(text(load("ALPHA", 7))).isNotEqualTo(text(load("BRAVO", 7)));
    }

    @Test
    void drawsAllPrecedencesManySizesAndEachSetOfDestinations() {
        ChaosLoad load = load("BRAVO", 1);
        List<ChaosLoad.Drawn> rows =
                Stream.generate(load::draw).limit(10).flatMap(List::stream).toList();

        assertThat(rows.stream().map(row -> row.message().precedence()).distinct())
                .hasSize(4);
        assertThat(rows.stream().map(row -> row.message().payload().length).distinct())
                .hasSizeGreaterThan(300);
        assertThat(rows.stream().map(ChaosLoad.Drawn::destinations).collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(List.of("ALPHA"), List.of("CHARLIE"), List.of("ALPHA", "CHARLIE"));
        assertThat(rows.stream()
                        .filter(row -> !CATALOGUE
                                .find(row.message().topicId())
                                .orElseThrow()
                                .reliable())
                        .count())
                .isBetween(30L, 300L);
    }

    @Test
    void publishesAllMessagesOfSomeTopicsToEachOtherSystemAndNoneOfTheOthers() {
        ChaosLoad load = load("BRAVO", 1);
        List<ChaosLoad.Drawn> rows =
                Stream.generate(load::draw).limit(10).flatMap(List::stream).toList();
        List<ChaosLoad.Drawn> published =
                rows.stream().filter(ChaosLoad.Drawn::published).toList();
        List<ChaosLoad.Drawn> submitted =
                rows.stream().filter(row -> !row.published()).toList();

        assertThat(published)
                .hasSizeBetween(50, 500)
                .allSatisfy(row -> assertThat(row.destinations()).containsExactly("ALPHA", "CHARLIE"));
        assertThat(topics(published)).doesNotContainAnyElementsOf(topics(submitted));
    }

    private static Set<String> topics(List<ChaosLoad.Drawn> rows) {
        return rows.stream().map(row -> row.message().topicId()).collect(Collectors.toSet());
    }

    private static List<String> text(ChaosLoad load) {
        return Stream.of(load.draw(), load.draw())
                .flatMap(List::stream)
                .map(row -> row.message().topicId()
                        + row.message().precedence()
                        + row.destinations()
                        + row.subject()
                        + HexFormat.of().formatHex(row.message().payload()))
                .toList();
    }

    private static ChaosLoad load(String system, long seed) {
        Login nobody = new Login("nobody", "");
        return new ChaosLoad(
                new InterfaceDatabase(system, "jdbc:none", "jdbc:none", nobody, nobody, nobody, nobody),
                new ChaosPlan(seed, 20, ChaosPlan.Carrier.JMS, 3, 10, 60, List.of()),
                CATALOGUE);
    }
}
