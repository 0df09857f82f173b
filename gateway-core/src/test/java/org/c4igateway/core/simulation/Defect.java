package org.c4igateway.core.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.DeliveryOutcome;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.core.store.Inbox;
import org.c4igateway.core.store.Outbox;
import org.c4igateway.core.testkit.VirtualTime;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.core.transport.Transport;

/** Deliberate defects, each in a part beside the product's code or in what that code is told. */
enum Defect {
    /** Messages are admitted by the clock of their sender, and the latest greeting counts for ever. */
    ADMITTED_BY_CLOCK,
    /** The inbox knows a message by its number alone. */
    KNOWN_BY_NUMBER,
    /** Numbers are given out again after a failover. */
    NUMBERS_AGAIN,
    /** No peer says for how long it remembers. */
    NO_HORIZON,
    /** The epoch is looked at before the call and not where the message is handed over. */
    EPOCH_NOT_CHECKED_AT_SEND,
    /** The inbox answers before its commit is durable. */
    RECEIPT_BEFORE_COMMIT,
    /** The sender never sees a new epoch. */
    NO_REWIND,
    /** The outbox is read on by number, past rows whose transactions are open. */
    READS_PAST_GAPS,
    /** Who has lost the lease may still write. */
    NOT_FENCED,
    /** What has expired is written down as delivered. */
    EXPIRED_AS_DELIVERED,
    /** After a failover the inbox gives numbers out again. */
    RECEIVED_IDS_AGAIN,
    /** A row that no other one superseded is recorded as superseded. */
    SENT_AS_SUPERSEDED,
    /** What is refused is written down as expired. */
    REFUSED_AS_EXPIRED,
    /** Reads bring more rows than the sender has room for. */
    READS_BEYOND_ROOM,
    /** What is sent to one goes to another as well. */
    SENT_TO_OTHERS,
    /** What was sent is written down as expired before its expiry. */
    EXPIRED_EARLY,
    /** After a leap of days each row is refused as beyond the horizon, also a new one. */
    HORIZON_FOR_ALL;

    /** @return the same wiring without the defect */
    Wiring sound() {
        return this == KNOWN_BY_NUMBER ? new NumbersAgainAllowed() : new Wiring();
    }

    /** @return a wiring for one life */
    Wiring wiring() {
        return switch (this) {
            case ADMITTED_BY_CLOCK -> new AdmittedByClock();
            case NUMBERS_AGAIN -> new NumbersAgain();
            case KNOWN_BY_NUMBER -> new KnownByNumber();
            case NO_HORIZON -> new NoHorizon();
            case EPOCH_NOT_CHECKED_AT_SEND -> new EpochNotCheckedAtSend();
            case RECEIPT_BEFORE_COMMIT -> new ReceiptBeforeCommit();
            case NO_REWIND -> new NoRewind();
            case READS_PAST_GAPS -> new ReadsPastGaps();
            case NOT_FENCED -> new NotFenced();
            case EXPIRED_AS_DELIVERED -> new Wiring.Altered(Defect::delivered);
            case RECEIVED_IDS_AGAIN -> new ReceivedIdsAgain();
            case SENT_AS_SUPERSEDED -> new Wiring.Altered(Defect::superseded);
            case REFUSED_AS_EXPIRED -> new Wiring.Altered(Defect::expired);
            case READS_BEYOND_ROOM -> new ReadsBeyondRoom();
            case SENT_TO_OTHERS -> new SentToOthers();
            case EXPIRED_EARLY -> new Wiring.Altered(Defect::early);
            case HORIZON_FOR_ALL -> new Wiring.Altered(Defect::horizon);
        };
    }

    private static final class AdmittedByClock extends Wiring {
        private final Map<String, Long> since = new HashMap<>();

        @Override
        void greeted(SimSystem from, SimSystem at, long micros) {
            since.merge(from.name() + ">" + at.name(), micros, Math::max);
        }

        @Override
        boolean admits(SimSystem from, SimSystem at, long sentMicros) {
            return sentMicros >= since.getOrDefault(from.name() + ">" + at.name(), 0L);
        }
    }

    private static class NumbersAgain extends Wiring {
        @Override
        ModelDatabase database(int windowCommits) {
            return new ModelDatabase(windowCommits) {
                @Override
                long numbersAfterFailover(long last, long above) {
                    return last;
                }
            };
        }
    }

    private static class NumbersAgainAllowed extends NumbersAgain {
        @Override
        boolean reusesNumbers() {
            return true;
        }
    }

    private static final class KnownByNumber extends NumbersAgainAllowed {
        @Override
        Inbox inbox(Session session) {
            return new ModelInbox(session) {
                @Override
                boolean isSame(long there, long digest) {
                    return true;
                }
            };
        }
    }

    private static final class NoHorizon extends Wiring {
        @Override
        Transport transport(Transport transport) {
            return new DefectiveTransport(transport) {
                @Override
                public Optional<Introduction> introduction(SystemName peer) {
                    return Optional.of(Introduction.NONE);
                }
            };
        }
    }

    private static final class EpochNotCheckedAtSend extends Wiring {
        @Override
        Transport transport(Transport transport) {
            return new DefectiveTransport(transport) {
                @Override
                public SendOutcome send(Message message, Map<SystemName, Long> epochs, Duration timeout) {
                    return sound.send(message, presentEpochs(message), timeout);
                }
            };
        }
    }

    private static final class NoRewind extends Wiring {
        @Override
        Transport transport(Transport transport) {
            return new DefectiveTransport(transport) {
                @Override
                public PeerState peer(SystemName peer) {
                    return new PeerState(sound.peer(peer).reachable(), 1);
                }

                @Override
                public SendOutcome send(Message message, Map<SystemName, Long> epochs, Duration timeout) {
                    return sound.send(message, presentEpochs(message), timeout);
                }
            };
        }
    }

    private static final class ReceiptBeforeCommit extends Wiring {
        @Override
        Inbox inbox(Session session) {
            return new ModelInbox(session) {
                private List<Message> open = List.of();

                @Override
                public Written write(List<Message> messages, List<DeadLetter> letters, Map<Message, String> findings) {
                    super.write(open, letters, findings);
                    open = messages;
                    return new Written(0, List.of(), Set.of());
                }
            };
        }
    }

    private static final class ReadsPastGaps extends Wiring {
        @Override
        Outbox outbox(Session session) {
            Map<Object, Long> readTo = new HashMap<>();
            return new ModelOutbox(session) {
                @Override
                public List<Fetched> fetch(List<FetchRequest> requests) {
                    List<Fetched> answers = new ArrayList<>();
                    List<Fetched> sound = super.fetch(requests);
                    for (int i = 0; i < sound.size(); i++) {
                        Object stream = List.of(
                                requests.get(i).destinations(), requests.get(i).precedence());
                        answers.add(above(stream, sound.get(i)));
                    }
                    return answers;
                }

                private Fetched above(Object stream, Fetched fetched) {
                    long last = readTo.getOrDefault(stream, 0L);
                    List<PendingRow> rows = fetched.rows().stream()
                            .filter(row -> row.message().id().sequence() > last)
                            .toList();
                    rows.forEach(row -> readTo.merge(stream, row.message().id().sequence(), Math::max));
                    return new Fetched(rows, fetched.next(), fetched.exhausted());
                }
            };
        }
    }

    private static final class NotFenced extends Wiring {
        @Override
        Session session(ModelDatabase database, long start, World world, NodeClock clock) {
            return new Session(database, start, world, clock) {
                @Override
                void fence() {}
            };
        }
    }

    private static DeliveryOutcome delivered(DeliveryOutcome o) {
        return o.state() == DeliveryState.EXPIRED ? in(DeliveryState.DELIVERED, o) : o;
    }

    private static DeliveryOutcome superseded(DeliveryOutcome o) {
        boolean hasSubject = !o.message().subject().isEmpty();
        return o.state() == DeliveryState.SENT && hasSubject ? in(DeliveryState.SUPERSEDED, o) : o;
    }

    private static DeliveryOutcome expired(DeliveryOutcome o) {
        return o.state() == DeliveryState.REJECTED ? in(DeliveryState.EXPIRED, o) : o;
    }

    private static DeliveryOutcome early(DeliveryOutcome o) {
        boolean expires = o.message().expiresAt().isBefore(Instant.MAX);
        return o.state() == DeliveryState.SENT && expires ? in(DeliveryState.EXPIRED, o) : o;
    }

    private static DeliveryOutcome horizon(DeliveryOutcome o) {
        boolean afterLeap = o.message().createdAt().isAfter(VirtualTime.START.plus(Duration.ofDays(2)));
        return o.state() == DeliveryState.SENT && afterLeap
                ? new DeliveryOutcome(
                        o.message(), o.destination(), DeliveryState.REJECTED, ErrorCode.BEYOND_HORIZON, "", null)
                : o;
    }

    private static final class SentToOthers extends Wiring {
        @Override
        Transport transport(Transport transport) {
            return new DefectiveTransport.ToOthers(transport);
        }
    }

    private static DeliveryOutcome in(DeliveryState state, DeliveryOutcome o) {
        ErrorCode code = state == DeliveryState.EXPIRED ? ErrorCode.EXPIRED : null;
        return new DeliveryOutcome(o.message(), o.destination(), state, code, "", null);
    }

    private static final class ReadsBeyondRoom extends Wiring {
        @Override
        Outbox outbox(Session session) {
            return new ModelOutbox(session) {
                @Override
                public List<Fetched> fetch(List<FetchRequest> requests) {
                    return super.fetch(requests.stream()
                            .map(r -> new FetchRequest(
                                    r.destinations(), r.precedence(), r.after(), 100 * r.maxRows(), 100 * r.maxBytes()))
                            .toList());
                }
            };
        }
    }

    private static final class ReceivedIdsAgain extends Wiring {
        @Override
        ModelDatabase database(int windowCommits) {
            return new ModelDatabase(windowCommits) {
                @Override
                long receivedIdAfterRestore(long last, long above) {
                    return last;
                }
            };
        }
    }
}
