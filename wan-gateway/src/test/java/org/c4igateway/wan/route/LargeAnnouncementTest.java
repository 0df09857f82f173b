package org.c4igateway.wan.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.wan.route.RouteWorld.Site;
import org.junit.jupiter.api.Test;

/** Somebody in a site's domain announces what is valid and larger than a record of a link. */
class LargeAnnouncementTest extends RouterFixture {
    private static final int STRINGS = 4_096;
    private static final int STRING_BYTES = 4_096;
    private static final int PATTERNS = 256;

    private void announce(Site site, String name, String hash, List<String> topics) {
        site.router.nodeAnnounced(new KmtfNode(name, 1, hash, topics, "", KmtfNode.Database.UNKNOWN), world.now());
    }

    @Test
    void reportsOtherNodesBesideOneThatAnnouncesMoreThanARecordHolds() {
        Site north = site("NORTH", "ALPHA");
        Site south = site("SOUTH", "BRAVO");
        meet("NORTH-SOUTH");

        List<String> topics = IntStream.range(0, STRINGS)
                .mapToObj(i -> "T%d=".formatted(i) + "0".repeat(STRING_BYTES - 8))
                .toList();
        announce(north, "LARGE", "h".repeat(STRING_BYTES), topics);
        world.settle();
        north.addNode("GAMMA");
        world.settle();

        assertThat(south.announced).containsKeys("ALPHA", "GAMMA", "LARGE");
        assertThat(south.announced.get("LARGE"))
                .returns("", KmtfNode::catalogueHash)
                .returns(List.of(), KmtfNode::topics);
    }

    @Test
    void keepsEachTopicOfTheCatalogueOnceAndABoundedNumberOfSubscriptions() {
        Site north = site("NORTH", "ALPHA");
        Site south = site("SOUTH", "BRAVO");
        meet("NORTH-SOUTH");
        List<String> entries = new ArrayList<>();
        String known = "%s=%08x".formatted(RouteWorld.RELIABLE.id(), RouteWorld.RELIABLE.digest());
        entries.add(known);
        IntStream.range(0, 1_000).forEach(i -> entries.add("%s=%08x".formatted(RouteWorld.RELIABLE.id(), i)));
        IntStream.range(0, 1_000).forEach(i -> entries.add("?P%d=00000000".formatted(i)));
        entries.add("?" + "P".repeat(1_000) + "=00000000");

        north.readers++;
        announce(north, "LARGE", "", entries);
        world.settle();

        assertThat(Objects.requireNonNull(south.announced.get("LARGE")).topics())
                .contains(known, "?P0=00000000", "?P255=00000000")
                .hasSize(1 + PATTERNS);
    }

    @Test
    void leavesOutWhatARecordHasNoRoomForAndReportsTheRest() {
        Site north = site("NORTH", "ALPHA");
        Site south = site("SOUTH", "BRAVO");
        meet("NORTH-SOUTH");
        List<String> subscriptions = IntStream.range(0, PATTERNS)
                .mapToObj(i -> "?%064d=00000000".formatted(i))
                .toList();

        for (int i = 0; i < 1_000; i++) {
            announce(north, "GHOST" + i, "", subscriptions);
        }
        world.settle();
        assertThat(south.announced).containsKey("ALPHA").hasSizeBetween(300, 999);

        for (int i = 0; i < 1_000; i++) {
            north.router.nodeGone("GHOST" + i, world.now());
        }
        north.addNode("GAMMA");
        world.settle();

        assertThat(south.announced).containsOnlyKeys("ALPHA", "GAMMA");
    }
}
