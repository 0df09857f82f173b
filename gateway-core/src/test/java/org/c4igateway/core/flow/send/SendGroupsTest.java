package org.c4igateway.core.flow.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.core.flow.OutboundFixture.BRAVO;
import static org.c4igateway.core.flow.OutboundFixture.CHARLIE;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.c4igateway.core.flow.FlowSettings;
import org.c4igateway.core.flow.send.group.InFlightTotal;
import org.c4igateway.core.flow.send.group.OutstandingRow;
import org.c4igateway.core.flow.send.group.SendGroup;
import org.c4igateway.core.flow.send.group.SendGroups;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Outbox.FetchRequest;
import org.c4igateway.core.store.Outbox.Fetched;
import org.c4igateway.core.store.Outbox.PendingRow;
import org.c4igateway.core.store.ReadPosition;
import org.c4igateway.core.testkit.Drafts;
import org.junit.jupiter.api.Test;

class SendGroupsTest {
    private static final SystemName DELTA = new SystemName("DELTA");
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final FlowSettings settings =
            new FlowSettings(20, 1_000_000, 5, SECOND, SECOND, SECOND, SECOND, SECOND, 10, 10, 10, SECOND, SECOND);
    private final SendGroups groups = new SendGroups(
            Set.of(BRAVO, CHARLIE), Map.of(), settings, new InFlightTotal(1 << 30), (destination, sequence) -> {});
    private long lastSequence;

    @Test
    void startsDestinationsWithTheSamePositionTogether() {
        Map<Precedence, ReadPosition> saved = positions("p");
        SendGroups restarted = new SendGroups(
                Set.of(BRAVO, CHARLIE, DELTA),
                Map.of(BRAVO, saved, CHARLIE, positions("p")),
                settings,
                new InFlightTotal(1 << 30),
                (destination, sequence) -> {});

        assertThat(restarted.all()).hasSize(2);
        assertThat(restarted.homeOf(BRAVO)).isSameAs(restarted.homeOf(CHARLIE));
        assertThat(restarted.homeOf(BRAVO).cursors().positions()).isEqualTo(saved);
        assertThat(restarted.homeOf(DELTA).cursors().positions()).isEqualTo(positions(""));
    }

    @Test
    void readsARewoundDestinationAloneFromItsOldestOpenRow() {
        SendGroup shared = groups.homeOf(BRAVO);
        read(shared, "p1", 0);
        read(shared, "p2", 2, BRAVO, CHARLIE);
        read(shared, "p3", 2, BRAVO, CHARLIE);

        groups.rewind(CHARLIE);

        assertThat(groups.homeOf(CHARLIE)).isNotSameAs(shared);
        assertThat(groups.homeOf(CHARLIE).cursors().positions())
                .containsEntry(Precedence.ROUTINE, new ReadPosition("p1"));
        assertThat(shared.isWaitedForBy(CHARLIE)).isFalse();
        assertThat(shared.isWaitedForBy(BRAVO)).isTrue();
        assertThat(groups.safePositions(BRAVO)).containsEntry(Precedence.ROUTINE, new ReadPosition("p1"));
    }

    @Test
    void readsNothingAgainThatHasEnded() {
        SendGroup shared = groups.homeOf(BRAVO);
        read(shared, "p1", 2, BRAVO);
        for (OutstandingRow row = shared.nextReady(); row != null; row = shared.nextReady()) {
            shared.settle(row, BRAVO);
        }

        assertThat(groups.safePositions(BRAVO)).containsEntry(Precedence.ROUTINE, new ReadPosition("p1"));
        assertThat(shared.isEmpty()).isTrue();
    }

    @Test
    void groupsThatHaveEndedTakeNoMemoryFromOthers() {
        SendGroups few = new SendGroups(
                Set.of(BRAVO, CHARLIE), Map.of(), settings, new InFlightTotal(300_000), (destination, sequence) -> {});
        read(few.homeOf(BRAVO), "p1", 0);
        List<FetchRequest> before = few.homeOf(BRAVO).requests();

        for (int i = 0; i < 20; i++) {
            few.rewind(CHARLIE);
            few.rewind(CHARLIE);
            read(few.homeOf(CHARLIE), "p1", 0);
            few.join(peer -> true);
            few.join(peer -> true);
        }

        assertThat(few.all()).hasSize(1);
        assertThat(few.homeOf(CHARLIE).requests())
                .extracting(FetchRequest::maxBytes)
                .isEqualTo(before.stream().map(FetchRequest::maxBytes).toList());
    }

    @Test
    void joinsWhenBothHaveReadTheSameAndKeepsTheOldSafePositionUntilItIsDrained() {
        groups.rewind(CHARLIE);
        SendGroup alone = groups.homeOf(CHARLIE);
        OutstandingRow row = sent(alone, "p1", CHARLIE);
        read(groups.homeOf(BRAVO), "p1", 0);

        groups.join(peer -> true);

        assertThat(groups.homeOf(CHARLIE)).isSameAs(groups.homeOf(BRAVO));
        assertThat(alone.isDraining()).isTrue();
        assertThat(groups.safePositions(CHARLIE)).containsEntry(Precedence.ROUTINE, ReadPosition.START);
        alone.settle(row, CHARLIE);
        groups.join(peer -> true);
        assertThat(groups.all()).hasSize(1);
        assertThat(groups.safePositions(CHARLIE)).containsEntry(Precedence.ROUTINE, new ReadPosition("p1"));
    }

    @Test
    void doesNotJoinWhileSomethingIsUnsentOrUnreadOrAway() {
        groups.rewind(CHARLIE);
        read(groups.homeOf(BRAVO), "p1", 0);
        groups.join(peer -> true);
        assertThat(groups.all()).hasSize(2);

        SendGroup alone = groups.homeOf(CHARLIE);
        read(alone, "p1", 1, CHARLIE);
        groups.join(peer -> true);
        assertThat(groups.all()).noneMatch(SendGroup::isDraining);

        alone.sent(next(alone), 1, true);
        groups.join(peer -> !peer.equals(BRAVO));
        assertThat(groups.all()).noneMatch(SendGroup::isDraining);
        groups.join(peer -> true);
        assertThat(groups.all()).anyMatch(SendGroup::isDraining);
    }

    @Test
    void leavesTheSlowBehindWithWhatItHasNotConfirmed() {
        SendGroup shared = groups.homeOf(BRAVO);
        List<OutstandingRow> rows = fill(shared, "p1");
        groups.leaveSlowBehind();
        assertThat(groups.all()).hasSize(1);

        rows.forEach(row -> shared.settle(row, BRAVO));
        groups.leaveSlowBehind();

        assertThat(groups.homeOf(CHARLIE)).isSameAs(shared);
        assertThat(groups.homeOf(BRAVO)).isNotSameAs(shared);
        assertThat(groups.homeOf(BRAVO).cursors().positions())
                .isEqualTo(shared.cursors().positions());
        assertThat(groups.safePositions(BRAVO)).isEqualTo(shared.cursors().positions());
        assertThat(groups.safePositions(CHARLIE)).containsEntry(Precedence.ROUTINE, ReadPosition.START);
    }

    @Test
    void doesNotJoinAGroupThatIsFull() {
        SendGroup slow = groups.homeOf(CHARLIE);
        fill(slow, "p1").forEach(row -> slow.settle(row, BRAVO));
        groups.leaveSlowBehind();
        read(groups.homeOf(BRAVO), "p1", 0);

        groups.join(peer -> true);

        assertThat(groups.all()).hasSize(2).noneMatch(SendGroup::isDraining);
    }

    @Test
    void drainsAtMostOneGroupPerDestination() {
        SendGroups three = new SendGroups(
                Set.of(BRAVO, CHARLIE, DELTA),
                Map.of(),
                settings,
                new InFlightTotal(1 << 30),
                (destination, sequence) -> {});
        three.rewind(CHARLIE);
        SendGroup drained = three.homeOf(CHARLIE);
        sent(drained, "p1", CHARLIE);
        SendGroup shared = three.homeOf(BRAVO);
        read(shared, "p1", 0);
        three.join(peer -> true);
        assertThat(drained.isDraining()).isTrue();
        List<OutstandingRow> rows = fill(shared, "p2");
        rows.forEach(row -> shared.settle(row, BRAVO));
        three.leaveSlowBehind();
        rows.subList(1, rows.size()).forEach(row -> shared.settle(row, CHARLIE));
        read(three.homeOf(BRAVO), "p2", 0);

        three.join(peer -> true);

        assertThat(three.homeOf(BRAVO)).isNotSameAs(three.homeOf(CHARLIE));
        drained.release(CHARLIE, sequence -> {});
        three.join(peer -> true);
        assertThat(three.homeOf(BRAVO)).isSameAs(three.homeOf(CHARLIE));
    }

    @Test
    void countsHowOftenReadingHasGoneBack() {
        groups.rewind(CHARLIE);
        groups.rewind(BRAVO);
        groups.rewind(CHARLIE);

        assertThat(groups.rewinds()).isEqualTo(3);
    }

    @Test
    void leavesOneOfAGroupWhereItIsWhenAllMustBeSeparate() {
        SendGroup shared = groups.homeOf(BRAVO);

        groups.separate(peer -> true);

        assertThat(groups.rewinds()).isOne();
        assertThat(groups.all()).hasSize(2).contains(shared);
        assertThat(groups.all())
                .allSatisfy(each -> assertThat(each.destinations()).hasSize(1));

        groups.separate(peer -> true);
        assertThat(groups.rewinds()).isOne();
    }

    /** There is no memory for more, because rows are being read. */
    @Test
    void leavesNobodyBehindWhenNobodyIsSlow() {
        SendGroups empty = new SendGroups(
                Set.of(BRAVO, CHARLIE), Map.of(), settings, new InFlightTotal(300_000), (destination, sequence) -> {});
        SendGroup shared = empty.homeOf(BRAVO);
        FetchRequest all = new FetchRequest(shared.destinations(), Precedence.ROUTINE, ReadPosition.START, 20, 900_000);
        FetchRequest most = shared.reserve(all);
        assertThat(most).isNotNull();
        assertThat(shared.isFull()).isTrue();

        empty.leaveSlowBehind();

        assertThat(empty.all()).containsExactly(shared);
        assertThat(shared.destinations()).containsExactlyInAnyOrder(BRAVO, CHARLIE);
    }

    private OutstandingRow sent(SendGroup sendGroup, String next, SystemName... to) {
        read(sendGroup, next, 1, to);
        OutstandingRow row = next(sendGroup);
        sendGroup.sent(row, 1, true);
        return row;
    }

    /** Reads and sends until the group has no more room. */
    private List<OutstandingRow> fill(SendGroup sendGroup, String next) {
        List<OutstandingRow> rows = new ArrayList<>();
        while (!sendGroup.isFull()) {
            rows.add(sent(sendGroup, next, BRAVO, CHARLIE));
        }
        return rows;
    }

    private static OutstandingRow next(SendGroup sendGroup) {
        return Objects.requireNonNull(sendGroup.nextReady());
    }

    /** The group reads everything there is: {@code rows} of them at ROUTINE. */
    private void read(SendGroup sendGroup, String next, int rows, SystemName... to) {
        for (Precedence precedence : Precedence.values()) {
            ReadPosition after =
                    Objects.requireNonNull(sendGroup.cursors().positions().get(precedence));
            FetchRequest request = new FetchRequest(sendGroup.destinations(), precedence, after, 5, 1_000);
            List<PendingRow> found = new ArrayList<>();
            for (int i = 0; i < rows && precedence == Precedence.ROUTINE; i++) {
                found.add(new PendingRow(Drafts.message(++lastSequence, to), List.of(to)));
            }
            sendGroup
                    .accept(request, new Fetched(found, new ReadPosition(next), true))
                    .forEach(sendGroup::enqueue);
        }
    }

    private static Map<Precedence, ReadPosition> positions(String token) {
        Map<Precedence, ReadPosition> positions = new EnumMap<>(Precedence.class);
        for (Precedence precedence : Precedence.values()) {
            positions.put(precedence, new ReadPosition(token));
        }
        return positions;
    }
}
