package org.c4igateway.wan.route;

import java.util.List;
import java.util.Optional;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.topics.Topic;
import org.c4igateway.wan.frame.record.LinkRecord.MessageRecord;
import org.c4igateway.wan.route.outlet.ClockReading;

/** Takes messages from the site's domain to the links. Used by the router's thread. */
final class MessagesFromLan {
    private final RouteSite site;
    private final Announcer announcer;
    private final RouteAdmission admission;
    private final OnwardPath onward;
    private final Broadcasts broadcasts;
    private final ReceiptPath receipts;

    MessagesFromLan(
            RouteSite site,
            Announcer announcer,
            RouteAdmission admission,
            OnwardPath onward,
            Broadcasts broadcasts,
            ReceiptPath receipts) {
        this.site = site;
        this.announcer = announcer;
        this.admission = admission;
        this.onward = onward;
        this.broadcasts = broadcasts;
        this.receipts = receipts;
    }

    /** A message was written in this site's domain. What another gateway wrote there is left to those who read it. */
    void take(KmtfMessage message, long sourceNanos, ClockReading now) {
        Optional<Topic> topic = site.topic(message.topicId());
        if (topic.isEmpty() || !site.isOrigin(message.origin(), now)) {
            return;
        }
        List<String> hops = List.of(site.name());
        if (message.destinations().isEmpty()) {
            broadcasts.send(new MessageRecord(message, sourceNanos, List.of(), hops), topic.get(), now);
            return;
        }
        List<String> targets = message.destinations().stream()
                .filter(announcer::standsFor)
                .distinct()
                .toList();
        List<String> admitted = admission.admitted(message.origin(), message.isOfNode(), targets, sourceNanos);
        if (admitted.size() < targets.size()) {
            receipts.again(message.origin(), targets, now);
        }
        MessageRecord record = new MessageRecord(message, sourceNanos, admitted, hops);
        onward.refuseUnknown("", record, admitted, now);
        onward.forward(record, topic.get(), now);
    }
}
