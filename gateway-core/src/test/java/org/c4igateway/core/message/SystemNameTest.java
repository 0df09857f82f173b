package org.c4igateway.core.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SystemNameTest {
    private static final SystemName ALPHA = new SystemName("ALPHA");

    @ParameterizedTest
    @ValueSource(strings = {"A", "7", "A.B_C-9", "ABCDEFGHIJKLMNOPQRSTUVWXYZ012345"})
    void namesSystems(String name) {
        assertThat(SystemName.isValid(name)).isTrue();
        assertThat(SystemName.isAddress(name)).isTrue();
        SystemName system = new SystemName(name);
        assertThat(system.isOfShard()).isFalse();
        assertThat(system.shard()).isZero();
        assertThat(system.system()).isSameAs(system);
    }

    @ParameterizedTest
    @ValueSource(strings = {"A+1", "7+9", "A+10", "ALPHA+63", "A.B_C-9+2", "ABCDEFGHIJKLMNOPQRSTUVWXYZ012345+63"})
    void namesNodesOfShardsThatAreNoSystems(String name) {
        assertThat(SystemName.isValid(name)).isFalse();
        assertThat(SystemName.isAddress(name)).isTrue();
        SystemName address = new SystemName(name);
        assertThat(address.isOfShard()).isTrue();
        assertThat(address.system().value()).isEqualTo(name.substring(0, name.indexOf('+')));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "alpha",
                "-A",
                "A B",
                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456",
                "+1",
                "A+",
                "A+0",
                "A+00",
                "A+01",
                "A+64",
                "A+99",
                "A+100",
                "A+1+2",
                "A++1",
                "A+-1",
                "A+1 ",
                "A+B",
                "A+\u0661",
                "-A+1",
                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456+1"
            })
    void isNoOtherText(String text) {
        assertThat(SystemName.isValid(text)).isFalse();
        assertThat(SystemName.isAddress(text)).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> new SystemName(text));
    }

    @Test
    void hasAnAddressForEachShard() {
        assertThat(ALPHA.ofShard(0)).isEqualTo(ALPHA);
        for (int shard = 1; shard < SystemName.MAX_SHARDS; shard++) {
            SystemName address = ALPHA.ofShard(shard);
            assertThat(address.value()).isEqualTo("ALPHA+" + shard);
            assertThat(address.system()).isEqualTo(ALPHA);
            assertThat(address.shard()).isEqualTo(shard);
            assertThat(address.ofShard(1).value()).isEqualTo("ALPHA+1");
            assertThat(address.ofShard(0)).isEqualTo(ALPHA);
        }
    }

    @Test
    void hasNoShardOutsideTheBounds() {
        assertThatIllegalArgumentException().isThrownBy(() -> ALPHA.ofShard(SystemName.MAX_SHARDS));
        assertThatIllegalArgumentException().isThrownBy(() -> ALPHA.ofShard(-1));
    }
}
