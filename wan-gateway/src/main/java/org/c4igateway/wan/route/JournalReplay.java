package org.c4igateway.wan.route;

import java.util.List;
import java.util.Optional;
import org.c4igateway.wan.frame.record.LinkRecord.MessageRecord;
import org.c4igateway.wan.frame.record.LinkRecord.ReceiptRecord;
import org.c4igateway.wan.frame.record.LinkRecord.SiteReport;
import org.c4igateway.wan.frame.record.RecordCodec;
import org.c4igateway.wan.frame.record.RecordReading;
import org.c4igateway.wan.journal.JournalRecord;
import org.c4igateway.wan.journal.RecordJournal;
import org.c4igateway.wan.route.outlet.ClockReading;
import org.c4igateway.wan.route.outlet.Discard;
import org.c4igateway.wan.route.outlet.InFlightMessage;
import org.c4igateway.wan.route.outlet.LinkOutlet;
import org.c4igateway.wan.route.site.Neighbour;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes the records in a journal to its link after a start, in the old order. It does not decide whether an origin
 * will send a message again: when the origin's node greets the receiver, a waiting copy is withdrawn like any other.
 */
final class JournalReplay {
    private static final Logger LOG = LoggerFactory.getLogger(JournalReplay.class);

    private final RouteSite site;
    private final LinkOutlets outlets;
    private final RecordCodec codec;
    private final RefusalReceipts refusalReceipts;
    private final LinkLosses losses;

    JournalReplay(
            RouteSite site,
            LinkOutlets outlets,
            RecordCodec codec,
            RefusalReceipts refusalReceipts,
            LinkLosses losses) {
        this.site = site;
        this.outlets = outlets;
        this.codec = codec;
        this.refusalReceipts = refusalReceipts;
        this.losses = losses;
    }

    /** The neighbours' last reports: who was behind them when this gateway ended. */
    void reports(String link, LinkOutlet outlet) {
        List<String> peers = outlet.peers();
        outlet.stock().journal().notes().forEach((peer, bytes) -> {
            if (peers.contains(peer)
                    && codec.decode(bytes) instanceof RecordReading.Read(SiteReport report)
                    && report.site().equals(peer)) {
                var _ = site.table().heard(new Neighbour(link, peer), report);
            }
        });
    }

    /** The records. */
    void records(String link, LinkOutlet outlet, ClockReading now) {
        outlet.stock().journal().replay(journalRecord -> {
            switch (codec.decode(journalRecord.bytes())) {
                case RecordReading.Read(MessageRecord record) -> message(link, outlet, journalRecord, record, now);
                case RecordReading.Read(ReceiptRecord record) -> outlet.resumeReceipt(journalRecord, now);
                case RecordReading.Read(SiteReport report) ->
                    lose(outlet, journalRecord, "a report of " + report.site());
                case RecordReading.Refused(var reason, String detail) ->
                    lose(outlet, journalRecord, reason + ", " + detail);
            }
        });
    }

    private void message(
            String link, LinkOutlet outlet, JournalRecord journalRecord, MessageRecord record, ClockReading now) {
        Optional<Discard> refusal = refusal(outlet, record);
        if (refusal.isEmpty()) {
            outlet.resume(journalRecord, record, now);
        } else if (refusalReceipts.mustWait(Optional.of(record.message().origin()), now)) {
            refusalReceipts.postpone(then -> message(link, outlet, journalRecord, record, then));
        } else {
            outlet.stock().remove(journalRecord.id());
            outlets.discarded(link, refusal.get(), InFlightMessage.precedenceOf(record.message()));
            losses.tell(link, InFlightMessage.keyOf(record.message()), record.targets(), refusal.get(), now);
        }
    }

    private Optional<Discard> refusal(LinkOutlet outlet, MessageRecord record) {
        String topicId = record.message().topicId();
        return site.topic(topicId).isEmpty()
                ? Optional.of(Discard.FOREIGN_TOPIC)
                : outlet.policy().refusal(topicId, record.message().label());
    }

    private static void lose(LinkOutlet outlet, JournalRecord journalRecord, String what) {
        LOG.error("Record {} of a journal is not a message: {}", journalRecord.id(), what);
        outlet.stock().dropped(RecordJournal.Drop.DAMAGED);
        outlet.stock().remove(journalRecord.id());
    }
}
