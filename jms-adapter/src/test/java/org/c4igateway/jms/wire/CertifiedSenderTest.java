package org.c4igateway.jms.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.c4igateway.core.message.SystemName;
import org.junit.jupiter.api.Test;

class CertifiedSenderTest {
    private static final SystemName ALPHA = new SystemName("ALPHA");

    @Test
    void speaksForItsSystemAndTheNodesOfItsShards() {
        CertifiedSender alpha = CertifiedSender.written("ALPHA");

        assertThat(alpha.refusal(ALPHA)).isNull();
        assertThat(alpha.refusal(ALPHA.ofShard(2))).isNull();
    }

    @Test
    void speaksForNobodyElse() {
        SystemName bravo = new SystemName("BRAVO");
        for (SystemName other : new SystemName[] {bravo, bravo.ofShard(2), new SystemName("ALPHA-2")}) {
            assertThat(CertifiedSender.written("ALPHA").refusal(other)).contains(other.value(), "of ALPHA");
        }
        assertThat(CertifiedSender.written(null).refusal(ALPHA.ofShard(2))).contains("without a name");
        assertThat(CertifiedSender.written("ALPHA+2").refusal(ALPHA.ofShard(2))).isNotNull();
    }
}
