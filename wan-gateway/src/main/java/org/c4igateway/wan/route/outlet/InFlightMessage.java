package org.c4igateway.wan.route.outlet;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.c4igateway.core.message.ContentQuestion;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TrafficClass;
import org.c4igateway.wan.frame.record.LinkRecord.MessageRecord;
import org.c4igateway.wan.link.record.DeliveryOptions;
import org.c4igateway.wan.link.record.Payload;
import org.c4igateway.wan.link.record.RecordOutcome;
import org.jspecify.annotations.Nullable;

/**
 * A message that a link has accepted and not ended. It can be withdrawn; then the link gets no bytes for it and drops
 * it, unless it has begun to send it. Used by the router's thread.
 */
public final class InFlightMessage implements Payload {
    private final long id;
    private final MessageKey key;
    private final String topicId;
    private final String label;
    private final boolean reliable;
    private final Precedence precedence;
    private final long sourceNanos;
    private final long expiresNanos;
    private final long untilNanos;
    /** Of each system that takes this copy, when it last came for that one. */
    private final Map<String, Long> targets = new TreeMap<>();

    private final Payload payload;
    private LinkTrace.Passage passage = LinkTrace.Passage.NONE;
    private @Nullable Discard refusal;
    private boolean takenBack;
    private boolean begun;

    /** Origin's name and number. */
    public record MessageKey(String origin, long sequence) {}

    /**
     * @param id of the link's item
     * @param record with the systems that this copy is for; none for a broadcast
     * @param untilNanos when the link gives it up at the latest, nanoseconds since the epoch
     * @param payload where its bytes are
     */
    InFlightMessage(long id, MessageRecord record, boolean reliable, long untilNanos, Payload payload) {
        KmtfMessage message = record.message();
        this.id = id;
        this.key = keyOf(message);
        this.topicId = message.topicId();
        this.label = message.label();
        this.reliable = reliable;
        this.precedence = precedenceOf(message);
        this.sourceNanos = record.sourceNanos();
        this.expiresNanos = endOf(message);
        this.untilNanos = untilNanos;
        record.targets().forEach(target -> targets.put(target, 0L));
        this.payload = payload;
    }

    public static MessageKey keyOf(KmtfMessage message) {
        return new MessageKey(message.origin(), message.sequence());
    }

    /**
     * @return when the message is worthless, nanoseconds since the epoch; {@link Long#MAX_VALUE} for never. Questions
     *     about expired rows never expire
     */
    static long endOf(KmtfMessage message) {
        boolean question = message.expiresNanos() == 0
                && ContentQuestion.is(message.label(), ContentQuestion.EXPIRY, message.payload().length);
        return question ? Long.MAX_VALUE : message.expiresNanos();
    }

    /** A code that is none counts as ROUTINE; receivers refuse such a message. */
    public static Precedence precedenceOf(KmtfMessage message) {
        return Precedence.isValid(message.precedence()) ? Precedence.ofCode(message.precedence()) : Precedence.ROUTINE;
    }

    long id() {
        return id;
    }

    public MessageKey key() {
        return key;
    }

    public boolean reliable() {
        return reliable;
    }

    public Precedence precedence() {
        return precedence;
    }

    /** @return when the origin wrote it, nanoseconds since the epoch */
    long sourceNanos() {
        return sourceNanos;
    }

    /** @return whether the link gives it up though its own time is not over */
    public boolean hasWaitedTooLong(ClockReading now) {
        return untilNanos <= now.epochNanos() && expiresNanos > now.epochNanos();
    }

    /** @return the systems that will take this copy when it arrives */
    public Set<String> targets() {
        return Collections.unmodifiableSet(targets.keySet());
    }

    /**
     * Lets it be followed until {@link #passage} is told of its end.
     *
     * @return this
     */
    InFlightMessage followedBy(LinkTrace.Passage follower) {
        passage = follower;
        return this;
    }

    LinkTrace.Passage passage() {
        return passage;
    }

    /** It came, for the first time or again, for those of the systems that this copy is for. */
    void came(Collection<String> systems, long arrival) {
        targets.replaceAll((name, before) -> systems.contains(name) ? arrival : before);
    }

    /** @return when it last came for that system: a {@link Holdback#nextArrival} */
    long arrival(String target) {
        return Objects.requireNonNull(targets.get(target));
    }

    /** @return how the link carries it, which depends on its topic */
    DeliveryOptions options(KmtfMessage message, Topic topic, boolean resent, ClockReading now) {
        if (topic.reliable()) {
            return reliably(resent, now);
        }
        long until = now.nanosAt(untilNanos);
        if (topic.trafficClass() != TrafficClass.PERIODIC) {
            return DeliveryOptions.bestEffort(until);
        }
        // One subject for each set of receivers: what is new for one must not take the place of what another waits for.
        return DeliveryOptions.newestOf(message.subject() + '\0' + String.join("\0", targets()), until);
    }

    /** @return how the link carries a reliable one */
    DeliveryOptions reliably(boolean resent, ClockReading now) {
        long until = now.nanosAt(untilNanos);
        return resent ? DeliveryOptions.resent(until) : DeliveryOptions.reliable(until);
    }

    @Override
    public int size() {
        return payload.size();
    }

    @Override
    public byte @Nullable [] read() {
        return isWithdrawn() ? null : payload.read();
    }

    private boolean isWithdrawn() {
        return (takenBack || refusal != null) && !begun;
    }

    @Override
    public boolean isAway() {
        return !isWithdrawn() && payload.isAway();
    }

    @Override
    public void begun(boolean now) {
        begun = now;
    }

    /**
     * Whether the link needs its bytes though no receiver takes this copy. What follows it may be at the far gateway,
     * which lets it pass until the sender's greeting is there; it must not arrive ahead of this one.
     */
    boolean isBegun() {
        return begun;
    }

    /**
     * That system no longer accepts this copy.
     *
     * @return whether no system does, so that the message was withdrawn
     */
    boolean takeBackFor(String target) {
        if (!takenBack && targets.remove(target) != null && targets.isEmpty()) {
            takenBack = true;
            return true;
        }
        return false;
    }

    /** The link carries this from now on. What has begun goes on, unless it has to begin once more. */
    void judge(LinkPolicy policy) {
        refusal = policy.refusal(topicId, label).orElse(null);
    }

    /** @return why the link no longer carries such a message; empty when it does */
    public Optional<Discard> refusal() {
        return Optional.ofNullable(refusal);
    }

    /** @return why the link no longer carries it, if that is why it ended so */
    public Optional<Discard> refusal(RecordOutcome recordOutcome) {
        return recordOutcome == RecordOutcome.DROPPED_UNREADABLE ? refusal() : Optional.empty();
    }

    /** Nobody takes this copy: its origin sends it again, or was told that it does not arrive. */
    void takeBack() {
        takenBack = true;
    }

    public boolean isTakenBack() {
        return takenBack;
    }

    /** Whether the link ended it so because the router wanted that, and not for a reason of its own. */
    boolean isGivenUp(RecordOutcome recordOutcome) {
        return takenBack || refusal(recordOutcome).isPresent();
    }
}
