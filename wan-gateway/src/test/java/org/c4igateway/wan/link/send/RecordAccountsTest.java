package org.c4igateway.wan.link.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.core.message.Precedence.FLASH;
import static org.c4igateway.core.message.Precedence.PRIORITY;
import static org.c4igateway.wan.link.send.SendSide.RELIABLE;

import java.util.Arrays;
import java.util.List;
import org.c4igateway.wan.link.measure.LevelTally;
import org.c4igateway.wan.link.record.LinkItem;
import org.c4igateway.wan.link.record.OutstandingRecord;
import org.c4igateway.wan.link.record.Payload;
import org.c4igateway.wan.link.record.RecordOutcome;
import org.c4igateway.wan.link.record.StreamKey;
import org.junit.jupiter.api.Test;

class RecordAccountsTest {
    private static final LevelTally.Frames NO_FRAMES = new LevelTally.Frames(0, 0, 0, 0, 0, 0);
    private static final LevelTally NOTHING = new LevelTally(0, 0, 0, 0, 0, 0, 0, 0, 0, NO_FRAMES);

    private final Endings endings = new Endings();
    private final RecordAccounts accounts = new RecordAccounts(endings);

    @Test
    void hasAnAccountForEachLevel() {
        assertThat(accounts.tallies()).containsExactly(NOTHING, NOTHING, NOTHING, NOTHING);
    }

    @Test
    void countsEachOutcomeOfARecordInFlight() {
        long id = 0;
        for (RecordOutcome outcome : RecordOutcome.values()) {
            accounts.endInFlight(inFlight(id++), outcome);
        }

        assertThat(accounts.tallies())
                .containsExactly(NOTHING, NOTHING, new LevelTally(9, 0, 0, 1, 1, 1, 1, 1, 4, NO_FRAMES), NOTHING);
        assertThat(endings.told)
                .hasSize(9)
                .startsWith("0 ACKED", "1 SENT", "2 EXPIRED")
                .endsWith("8 DROPPED_FOR_ABSENT");
    }

    @Test
    void countsWaitingRecordsUntilTheyGoOutOrEnd() {
        OutstandingRecord one = waiting(1);
        OutstandingRecord two = waiting(2);
        waiting(3);
        accounts.tookOff(one);
        accounts.endQueued(two, RecordOutcome.RETURNED);

        assertThat(tally()).isEqualTo(new LevelTally(3, 1, 1, 0, 0, 0, 0, 1, 0, NO_FRAMES));

        accounts.cameBack(one);

        assertThat(tally()).isEqualTo(new LevelTally(3, 2, 0, 0, 0, 0, 0, 1, 0, NO_FRAMES));
    }

    @Test
    void countsARecordThatGivesItsPlaceToANewerOne() {
        OutstandingRecord older = waiting(1);
        LinkItem newer = item(2);
        accounts.offered(newer);

        accounts.replaced(older.item(), newer);

        assertThat(tally()).isEqualTo(new LevelTally(2, 1, 0, 0, 0, 0, 1, 0, 0, NO_FRAMES));
        assertThat(endings.told).containsExactly("1 SUPERSEDED");
    }

    @Test
    void countsWhatIsRefused() {
        LinkItem item = item(1);
        accounts.offered(item);

        accounts.refuse(item, RecordOutcome.DROPPED_TOO_LARGE);

        assertThat(tally()).isEqualTo(new LevelTally(1, 0, 0, 0, 0, 0, 0, 0, 1, NO_FRAMES));
        assertThat(endings.told).containsExactly("1 DROPPED_TOO_LARGE");
    }

    @Test
    void countsFramesByTheirKindAndTheirBytes() {
        SendSide side = new SendSide(1);
        Frame frame = side.send(PRIORITY);
        for (SendDecision decision : Arrays.asList(
                new SendDecision.NewFrame(PRIORITY.code()),
                new SendDecision.Repair(frame),
                new SendDecision.Repair(frame),
                new SendDecision.Repeat(frame),
                new SendDecision.Repeat(frame),
                new SendDecision.Repeat(frame))) {
            accounts.transmitted(decision, 1_000);
        }
        accounts.transmitted(new SendDecision.NewFrame(FLASH.code()), 200);
        accounts.packed(PRIORITY.code(), 300, 100);
        accounts.packed(PRIORITY.code(), 500, 200);

        List<LevelTally> tallies = accounts.tallies();
        assertThat(tallies.get(PRIORITY.code()).traffic()).isEqualTo(new LevelTally.Frames(1, 2, 3, 800, 300, 6_000));
        assertThat(tallies.get(FLASH.code()).traffic()).isEqualTo(new LevelTally.Frames(1, 0, 0, 0, 0, 200));
    }

    private LevelTally tally() {
        return accounts.tallies().get(PRIORITY.code());
    }

    private OutstandingRecord waiting(long id) {
        LinkItem item = item(id);
        accounts.offered(item);
        accounts.queued(item);
        return new OutstandingRecord(item, id, 0);
    }

    private OutstandingRecord inFlight(long id) {
        OutstandingRecord outstandingRecord = waiting(id);
        accounts.tookOff(outstandingRecord);
        return outstandingRecord;
    }

    private static LinkItem item(long id) {
        return new LinkItem(id, PRIORITY, new StreamKey("A", "t"), Payload.of(new byte[1]), RELIABLE);
    }
}
