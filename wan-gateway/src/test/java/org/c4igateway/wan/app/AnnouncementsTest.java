package org.c4igateway.wan.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class AnnouncementsTest {
    @Test
    void takeHalfAPercentOfAnOrdinaryLink() {
        assertThat(Announcements.interval(null, 128_000)).isEqualTo(Duration.ofSeconds(5));
        assertThat(Announcements.rest(Duration.ofSeconds(5), 128_000)).isEqualTo(127_360);
    }

    @Test
    void areNeitherTooRareNorTooFrequent() {
        assertThat(Announcements.interval(null, 9_600)).isEqualTo(Duration.ofSeconds(30));
        assertThat(Announcements.interval(null, 1_000_000_000)).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void areAsOftenAsTheFileSays() {
        assertThat(Announcements.interval(Duration.ofMinutes(2), 128_000)).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void neverTakeMoreThanHalfOfTheRate() {
        assertThat(Announcements.rest(Duration.ofMillis(100), 9_600)).isEqualTo(4_800);
    }
}
