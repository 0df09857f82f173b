package org.c4igateway.dbbridge.node.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.c4igateway.core.flow.rule.ReleaseByLabel;
import org.c4igateway.core.message.LabelList;
import org.c4igateway.core.message.SystemName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class ReleasePropertiesTest {
    private static ReleaseByLabel bound(Map<String, String> keys) {
        return new Binder(new MapConfigurationPropertySource(keys))
                .bindOrCreate("c4i.release", ReleaseProperties.class)
                .rules();
    }

    @Test
    void letsEverythingGoEverywhereUnlessTold() {
        assertThat(bound(Map.of())).isEqualTo(new ReleaseByLabel(LabelList.ALL, Map.of()));
    }

    @Test
    void readsAListForEachDestinationAndOneForTheOthers() {
        ReleaseByLabel rules = bound(Map.of(
                "c4i.release.default", "",
                "c4i.release.destinations.BRAVO[0]", "OPEN",
                "c4i.release.destinations.BRAVO[1]", "",
                "c4i.release.destinations[CORPS-1.A][0]", "REL*"));

        assertThat(rules.otherwise().entries()).as("an empty list").isEmpty();
        assertThat(rules.destinations())
                .containsEntry(new SystemName("BRAVO"), new LabelList(List.of("OPEN", "")))
                .containsEntry(new SystemName("CORPS-1.A"), new LabelList(List.of("REL*")));
    }

    @Test
    void namesTheKeyOfAMistake() {
        assertThatThrownBy(() -> bound(Map.of("c4i.release.destinations.bravo[0]", "OPEN")))
                .rootCause()
                .hasMessageContaining("c4i.release.destinations.bravo");
        assertThatThrownBy(() -> bound(Map.of("c4i.release.default[0]", "S*T")))
                .rootCause()
                .hasMessageContaining("c4i.release.default");
    }
}
