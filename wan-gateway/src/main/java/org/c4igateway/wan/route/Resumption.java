package org.c4igateway.wan.route;

import java.util.List;
import java.util.Optional;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.topics.Topic;
import org.c4igateway.wan.frame.LinkRecord.MessageRecord;
import org.c4igateway.wan.frame.LinkRecord.ReceiptRecord;
import org.c4igateway.wan.frame.LinkRecord.SiteReport;
import org.c4igateway.wan.frame.RecordCodec;
import org.c4igateway.wan.frame.RecordReading;
import org.c4igateway.wan.journal.JournalDrop;
import org.c4igateway.wan.journal.Kept;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes the records in a journal to its link after a start, in the old order. It does not decide whether an origin
 * will send a message again: when the origin's node greets the receiver, a waiting copy is withdrawn like any other.
 */
final class Resumption {
    private static final Logger LOG = LoggerFactory.getLogger(Resumption.class);

    private final RouteState state;
    private final RecordCodec codec;
    private final Refusals refusals;

    Resumption(RouteState state, RecordCodec codec, Refusals refusals) {
        this.state = state;
        this.codec = codec;
        this.refusals = refusals;
    }

    /** The neighbours' last reports: who was behind them when this gateway ended. */
    void reports(String link, LinkOutlet outlet) {
        List<String> peers = outlet.peers();
        outlet.stock().journal().notes().forEach((peer, bytes) -> {
            if (peers.contains(peer)
                    && codec.decode(bytes) instanceof RecordReading.Read(SiteReport report)
                    && report.site().equals(peer)) {
                var _ = state.table.heard(new Neighbour(link, peer), report);
            }
        });
    }

    /** The records. */
    void records(String link, LinkOutlet outlet, Moment now) {
        outlet.stock().journal().replay(kept -> {
            switch (codec.decode(kept.bytes())) {
                case RecordReading.Read(MessageRecord record) -> message(link, outlet, kept, record, now);
                case RecordReading.Read(ReceiptRecord record) -> outlet.resumeReceipt(kept, now);
                case RecordReading.Read(SiteReport report) -> lose(outlet, kept, "a report of " + report.site());
                case RecordReading.Refused(var reason, String detail) -> lose(outlet, kept, reason + ", " + detail);
            }
        });
    }

    private void message(String link, LinkOutlet outlet, Kept kept, MessageRecord record, Moment now) {
        Optional<Topic> topic = state.catalogue.find(record.message().topicId());
        if (topic.isPresent() && outlet.policy().admits(topic.get().id())) {
            outlet.resume(kept, record, now);
            return;
        }
        if (refusals.mustWait(Optional.of(record.message().origin()), now)) {
            refusals.postpone(then -> refuse(link, outlet, kept, record, then));
        } else {
            refuse(link, outlet, kept, record, now);
        }
    }

    private void refuse(String link, LinkOutlet outlet, Kept kept, MessageRecord record, Moment now) {
        boolean known = state.catalogue.find(record.message().topicId()).isPresent();
        outlet.stock().remove(kept.id());
        state.tally.discarded(
                link, known ? Discard.BLOCKED : Discard.FOREIGN_TOPIC, Underway.precedenceOf(record.message()));
        String detail = "link " + link + " of " + state.identity.site() + ": its topic is no longer carried";
        refusals.tell(Underway.keyOf(record.message()), record.targets(), ErrorCode.LINK_POLICY, detail, now);
    }

    private static void lose(LinkOutlet outlet, Kept kept, String what) {
        LOG.error("Record {} of a journal is not a message: {}", kept.id(), what);
        outlet.stock().dropped(JournalDrop.DAMAGED);
        outlet.stock().remove(kept.id());
    }
}
