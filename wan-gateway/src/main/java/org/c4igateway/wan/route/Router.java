package org.c4igateway.wan.route;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.transport.TransportAlarm;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.wan.frame.record.LinkRecord;
import org.c4igateway.wan.frame.record.RecordCodec;
import org.c4igateway.wan.frame.record.RecordReading;
import org.c4igateway.wan.frame.wire.RefusalReason;
import org.c4igateway.wan.link.record.LinkItem;
import org.c4igateway.wan.link.record.RecordOutcome;
import org.c4igateway.wan.route.outlet.ClockReading;
import org.c4igateway.wan.route.outlet.Discard;
import org.c4igateway.wan.route.outlet.InFlightMessage.MessageKey;
import org.c4igateway.wan.route.outlet.LinkOutlet;
import org.c4igateway.wan.route.outlet.LinkPolicy;
import org.c4igateway.wan.route.outlet.LinkPort;
import org.c4igateway.wan.route.outlet.RouteTally;
import org.c4igateway.wan.route.site.Neighbour;
import org.c4igateway.wan.route.site.NeighbourTimeouts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Routes between a site's domain and its links. One thread at a time; time never goes back. Only ports may block. */
public final class Router {
    private static final Logger LOG = LoggerFactory.getLogger(Router.class);

    private final RouteSite site;
    private final LinkOutlets outlets;
    private final Announcer announcer;
    private final RouteAdmission admission;
    private final RouteTally tally;
    private final RecordCodec codec;
    private final ChangeReporter changes;
    private final ReceiptPath receipts;
    private final RefusalReceipts refusalReceipts;
    private final MessagesFromLan fromLan;
    private final MessagesFromLinks fromLinks;
    private final LinkLosses losses;
    private final JournalReplay journalReplay;
    private final UnreadableRecords unreadableRecords = new UnreadableRecords();
    private final NeighbourTimeouts neighbourTimeouts = new NeighbourTimeouts();

    public Router(
            RouterIdentity identity, TopicCatalogue catalogue, LanPort lan, RouteTally tally, ClockReading start) {
        this.site = new RouteSite(identity, catalogue, lan, start);
        this.outlets = new LinkOutlets(site, tally);
        this.announcer = new Announcer(identity.site(), catalogue, lan);
        this.admission = new RouteAdmission(site);
        this.tally = tally;
        this.codec = new RecordCodec(catalogue);
        this.changes = new ChangeReporter(identity, site, outlets, announcer, start);
        this.receipts = new ReceiptPath(site, outlets, announcer, admission);
        this.refusalReceipts = new RefusalReceipts(site, receipts, start);
        OnwardPath onward = new OnwardPath(site, outlets, refusalReceipts);
        Broadcasts broadcasts = new Broadcasts(site, outlets);
        this.fromLan = new MessagesFromLan(site, announcer, admission, onward, broadcasts, receipts);
        this.fromLinks = new MessagesFromLinks(
                site, outlets, admission, new MessagesFromLinks.Onward(onward, broadcasts, receipts), start);
        this.losses = new LinkLosses(site, outlets, refusalReceipts, tally);
        this.journalReplay = new JournalReplay(site, outlets, codec, refusalReceipts, losses);
    }

    /** What a {@link org.c4igateway.wan.frame.Hello} says of this gateway's catalogue. */
    public long catalogueIdentity() {
        return codec.catalogueIdentity();
    }

    /**
     * A link exists from now on. What its journal holds is handed to it.
     *
     * @param holdNanos how long a peer that does not answer keeps the systems behind it announced
     */
    public void addLink(String link, LinkPort port, LinkPolicy policy, long holdNanos, ClockReading now) {
        LinkOutlet outlet = new LinkOutlet(link, port, policy, codec, tally);
        neighbourTimeouts.hold(link, holdNanos);
        outlets.add(link, outlet).forEach(neighbour -> neighbourTimeouts.away(neighbour, now));
        journalReplay.reports(link, outlet);
        journalReplay.records(link, outlet, now);
        changes.changed(now);
    }

    /** A link exists no more. Applications are told of their messages that only it had. */
    public void removeLink(String link, ClockReading now) {
        outlets.find(link).ifPresent(outlet -> losses.forgotten(link, outlet, now));
        List<Neighbour> neighbours = outlets.remove(link);
        if (!neighbours.isEmpty()) {
            neighbours.forEach(neighbourTimeouts::back);
            changes.repeatReport(link, now);
        }
    }

    /** From now on the link carries this. */
    public void policy(String link, LinkPolicy policy, long holdNanos, ClockReading now) {
        outlets.find(link).ifPresent(outlet -> {
            outlet.use(policy);
            losses.policyChanged(link, now);
            neighbourTimeouts.hold(link, holdNanos);
            changes.changed(now);
        });
    }

    /** A node was announced in the domain, by itself or by another gateway. */
    public void nodeAnnounced(KmtfNode node, ClockReading now) {
        long ignored = site.nodes().ignored();
        boolean news = site.nodes().announced(node, now.nanos());
        if (site.nodes().ignored() > ignored) {
            tally.nodeIgnored();
        }
        if (news) {
            receipts.resetThrottle();
            changes.changed(now);
        }
    }

    /** The system is no longer announced. */
    public void nodeGone(String system, ClockReading now) {
        if (site.nodes().gone(system)) {
            changes.changed(now);
        }
    }

    /** The number of readers of some topic has changed. */
    public void readersChanged(ClockReading now) {
        changes.changed(now);
    }

    /** Messages for the domain were dropped there: later messages must not pass before these come again. */
    public void lanBroken(ClockReading now) {
        site.lanBroken();
        changes.changed(now);
    }

    /** A message of a far system was dropped in the domain. */
    public void notRead(MessageKey key, String topicId, List<String> destinations, ClockReading now) {
        losses.notRead(key, topicId, destinations, now);
    }

    /**
     * Messages of the origin that were written in the domain may be missing: the last of them at {@code previousNanos},
     * and the first that follows them at {@code sourceNanos}, by the origin's clock.
     */
    public void missing(String origin, long previousNanos, long sourceNanos) {
        admission.missing(origin, previousNanos, sourceNanos);
    }

    /** A message was written in the domain. */
    public void fromLan(KmtfMessage message, long sourceNanos, ClockReading now) {
        fromLan.take(message, sourceNanos, now);
    }

    /** A receipt or greeting was written in the domain. */
    public void fromLan(KmtfReceipt receipt, long sourceNanos, ClockReading now) {
        receipts.fromLan(receipt, sourceNanos, now);
    }

    /** A neighbour has said who it is, so the next report can be as short as both understand. */
    public void greeted(Neighbour neighbour, ClockReading now) {
        changes.repeatReport(neighbour.link(), now);
    }

    /** The link has lost all its records and reports no outcome for them. It gets the content of its journal again. */
    public void emptied(String link, ClockReading now) {
        outlets.find(link).ifPresent(outlet -> {
            losses.forgotten(link, outlet, now);
            journalReplay.records(link, outlet, now);
            changes.changed(now);
        });
    }

    /** A neighbour answers. */
    public void up(Neighbour neighbour, ClockReading now) {
        neighbourTimeouts.back(neighbour);
        site.table().answers(neighbour, true);
        site.table().recall(neighbour).ifPresent(report -> outlets.note(neighbour, report));
        changes.changed(now);
    }

    /** A neighbour has stopped answering. */
    public void down(Neighbour neighbour, ClockReading now) {
        neighbourTimeouts.away(neighbour, now);
        site.table().answers(neighbour, false);
        changes.changed(now);
    }

    /** A neighbour's gateway or this side of the link has restarted: messages in flight may be lost. */
    public void broken(Neighbour neighbour, ClockReading now) {
        site.table().broken(neighbour, site.freshWay());
        outlets.takeBack(neighbour);
        receipts.resetThrottle();
        changes.repeatReport(neighbour.link(), now);
    }

    /**
     * Records of a neighbour are lost and do not come again: no later record passes before their origins start a new
     * epoch.
     */
    public void unreadable(Neighbour from, ClockReading now) {
        LOG.error("{} sent records that cannot be read; nodes send theirs again, those of applications are lost", from);
        outlets.beginAnew(from.link()).forEach(neighbour -> broken(neighbour, now));
        changes.changed(now);
    }

    /** A record came from a neighbour. @return false when it is {@link #unreadable}, which counts once a minute */
    public boolean arrived(Neighbour from, Precedence precedence, byte[] bytes, ClockReading now) {
        switch (codec.decode(bytes)) {
            case RecordReading.Read(LinkRecord.MessageRecord record) -> fromLinks.arrived(from, record, now);
            case RecordReading.Read(LinkRecord.ReceiptRecord record) -> receipts.arrived(from, record, now);
            case RecordReading.Read(LinkRecord.SiteReport report) -> reported(from, report, now);
            case RecordReading.Refused(RefusalReason reason, String detail) -> {
                LOG.warn("Refused a record from {} ({}): {}", from, reason.label(), detail);
                tally.discarded(from.link(), Discard.MALFORMED, precedence);
                if (unreadableRecords.came(from, now.nanos())) {
                    unreadable(from, now);
                }
                return false;
            }
        }
        return true;
    }

    private void reported(Neighbour from, LinkRecord.SiteReport report, ClockReading now) {
        if (!report.site().equals(from.site())) {
            LOG.warn("{} calls itself {}; its report is ignored", from, report.site());
        } else if (site.table().heard(from, report)) {
            LOG.info(
                    "{} reports {} systems and reads {} topics",
                    from,
                    report.systems().size(),
                    report.interest().size());
            outlets.note(from, report);
            receipts.resetThrottle();
            changes.changed(now);
        }
    }

    /** The link is done with a record. */
    public void ended(String link, LinkItem item, RecordOutcome recordOutcome, ClockReading now) {
        if (outlets.find(link).isPresent()) {
            changes.ended(link, item, recordOutcome);
            losses.ended(link, item, recordOutcome, now);
        }
    }

    /** Does what is due: call it a few times a second. */
    public void tick(ClockReading now) {
        admission.tick(now);
        giveUp(now);
        unreadableRecords.due(now.nanos()).forEach(from -> unreadable(from, now));
        refusalReceipts.tick(now);
        outlets.overwhelmed(now).forEach(neighbour -> broken(neighbour, now));
        if (site.nodes().review(now.nanos())) {
            changes.changed(now);
        }
        fromLinks.tick(now);
        changes.tick(now);
    }

    /** @return streams of nodes of which messages wait at their origin, because the link has no room */
    public int heldBack(String link, ClockReading now) {
        return outlets.find(link).map(outlet -> outlet.heldBack(now)).orElse(0);
    }

    private void giveUp(ClockReading now) {
        neighbourTimeouts.gone(now).forEach((neighbour, hold) -> {
            LOG.warn(
                    "{} has not answered for {} s. The systems behind it are withdrawn",
                    neighbour,
                    TimeUnit.NANOSECONDS.toSeconds(hold));
            broken(neighbour, now);
            site.table().forget(neighbour);
            outlets.to(neighbour).ifPresent(outlet -> outlet.stock().journal().forget(neighbour.site()));
        });
    }

    /** @return present alarms */
    public List<TransportAlarm> alarms() {
        List<TransportAlarm> alarms = new ArrayList<>(changes.alarms());
        admission.alarms().forEach(text -> alarms.add(new TransportAlarm(ErrorCode.NOT_ADMITTED, text)));
        return alarms;
    }

    /** @return messages that were refused since the start, because their sender's greeting is missing or later */
    public long notAdmitted() {
        return admission.refusals();
    }

    /** Withdraws every announcement. */
    public void close() {
        announcer.close(site.nodes());
    }
}
