package org.c4igateway.wan.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.LabelList;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.c4igateway.wan.route.outlet.LinkPolicy;
import org.junit.jupiter.api.Test;

/** Settings of a link that change while it runs. */
class WanGatewayReloadTest extends WanGatewayFixture {
    private static final LinkPolicy NOTHING = new LinkPolicy(Set.of(), Set.of(), Map.of(), new LabelList(List.of()));

    private LinkSpec spec(LinkSpec.Place place, LinkPolicy policy) {
        return new LinkSpec(
                "wan", place, LinkSettings.at(10_000_000), KEYS, true, policy, Duration.ofMinutes(5), journal("NORTH"));
    }

    private LinkSpec.Place place(String networkInterface) {
        return new LinkSpec.Place(
                0,
                List.of(networkInterface),
                northPort,
                Map.of("SOUTH", "127.0.0.1:" + southPort),
                Optional.empty(),
                Duration.ofMillis(500));
    }

    @Test
    void keepsALinkThatCannotBeOpenedAnewOnTheLabelsOfTheLastChange() {
        LanNode alpha = opened(new LanNode(north, "ALPHA", 11, "BRAVO"));
        LanNode bravo = opened(new LanNode(south, "BRAVO", 12, "ALPHA"));
        WanGateway gateway = northern(KEYS);
        southern(KEYS);
        await().atMost(SOON).until(() -> alpha.reaches("BRAVO") && bravo.reaches("ALPHA"));
        gateway.apply(List.of(spec(place("lo"), NOTHING)));

        assertThatThrownBy(() -> gateway.apply(List.of(spec(place("none0"), NOTHING))))
                .isInstanceOf(IllegalStateException.class);

        await().atMost(SOON).until(() -> alpha.reaches("BRAVO"));
        await().atMost(SOON).until(() -> {
            alpha.send(1, TOPIC, "BRAVO");
            return alpha.receipts.stream()
                    .flatMap(receipt -> receipt.rejected().stream())
                    .anyMatch(rejection -> rejection.code() == ErrorCode.NOT_RELEASED);
        });
        assertThat(bravo.sequences()).isEmpty();
    }
}
