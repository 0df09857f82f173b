package org.c4igateway.core.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.UUID;
import org.c4igateway.core.message.DatabaseId;
import org.junit.jupiter.api.Test;

class IntroductionTest {
    private static final DatabaseId ONE = new DatabaseId(new UUID(1, 1));
    private static final DatabaseId OTHER = new DatabaseId(new UUID(1, 2));

    private static Introduction of(long start, DatabaseId database) {
        return new Introduction(start, Optional.of(database), 30);
    }

    @Test
    void comparesDatabasesOnlyWhereBothAreKnown() {
        assertThat(of(1, ONE).isOfSameDatabase(of(2, ONE))).isTrue();
        assertThat(of(1, ONE).isOfAnotherDatabase(of(2, ONE))).isFalse();
        assertThat(of(1, ONE).isOfSameDatabase(of(1, OTHER))).isFalse();
        assertThat(of(1, ONE).isOfAnotherDatabase(of(1, OTHER))).isTrue();
        assertThat(of(1, ONE).isOfSameDatabase(Introduction.NONE)).isFalse();
        assertThat(of(1, ONE).isOfAnotherDatabase(Introduction.NONE)).isFalse();
        assertThat(Introduction.NONE.isOfSameDatabase(Introduction.NONE)).isFalse();
        assertThat(Introduction.NONE.isOfAnotherDatabase(of(1, ONE))).isFalse();
    }

    @Test
    void ordersStartsOfOneDatabase() {
        assertThat(of(1, ONE).isBefore(of(2, ONE))).isTrue();
        assertThat(of(2, ONE).isBefore(of(2, ONE))).isFalse();
        assertThat(of(3, ONE).isBefore(of(2, ONE))).isFalse();
        assertThat(of(1, ONE).isBefore(of(2, OTHER))).isFalse();
    }

    @Test
    void namesItsDatabaseForAnnouncementsAndForPeople() {
        assertThat(of(1, ONE).databaseText())
                .isEqualTo(ONE.toString())
                .isEqualTo(of(1, ONE).databaseShown());
        assertThat(Introduction.NONE.databaseText()).isEmpty();
        assertThat(Introduction.NONE.databaseShown()).isEqualTo("unknown");
    }
}
