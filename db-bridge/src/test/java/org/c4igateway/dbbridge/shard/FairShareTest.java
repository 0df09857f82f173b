package org.c4igateway.dbbridge.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FairShareTest {
    @ParameterizedTest
    @CsvSource({"1, 1, 1", "1, 4, 4", "2, 4, 2", "3, 4, 2", "4, 4, 1", "5, 4, 1", "2, 1, 1", "3, 64, 22"})
    void isAboutTheSameForAll(int nodes, int shards, int most) {
        assertThat(new FairShare(nodes, shards, 0).most()).isEqualTo(most);
        assertThat(most * nodes).as("no shard is left").isGreaterThanOrEqualTo(shards);
    }

    @Test
    void leavesToOthersWhatIsBeyondIt() {
        assertThat(new FairShare(2, 4, 2))
                .returns(false, FairShare::hasMoreThanLeast)
                .returns(0, FairShare::surplus);
        assertThat(new FairShare(2, 4, 4))
                .returns(true, FairShare::hasMoreThanLeast)
                .returns(2, FairShare::surplus);
        assertThat(new FairShare(3, 4, 2))
                .as("a third node may have none")
                .returns(true, FairShare::hasMoreThanLeast)
                .returns(0, FairShare::surplus);
        assertThat(new FairShare(3, 4, 1)).returns(false, FairShare::hasMoreThanLeast);
    }

    @Test
    void isOfANodeThatIsThere() {
        assertThatIllegalArgumentException().isThrownBy(() -> new FairShare(0, 1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new FairShare(1, 0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new FairShare(1, 1, -1));
    }
}
