package org.c4igateway.core.testkit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.DeliveryOutcome;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.core.store.Outbox;
import org.c4igateway.core.store.ReadPosition;
import org.jspecify.annotations.Nullable;

/**
 * An outbox in memory that keeps the contract of the port: one snapshot per fetch, positions that late commits do not
 * slip past, states that stay. Rows are read in windows of commits; within a window in order of submission.
 * Thread-safe.
 */
public final class MemoryOutbox implements Outbox {
    private final int windowCommits;
    private final int windowsPerFetch;
    private final List<Message> commits = new ArrayList<>();
    private final Map<Long, Map<SystemName, DeliveryOutcome>> states = new HashMap<>();
    private final Map<SystemName, Map<Precedence, ReadPosition>> positions = new HashMap<>();
    private final Map<SystemName, Set<Long>> asked = new HashMap<>();
    private final List<DeliveryOutcome> deadLetters = new ArrayList<>();
    private volatile Faults faults = Faults.NONE;
    private long lastSequence;
    private int fetches;
    private int generation;

    /** An outbox that answers each fetch fully. */
    public MemoryOutbox() {
        this(1_024, Integer.MAX_VALUE);
    }

    /**
     * @param windowCommits most commits that are put in order of submission together
     * @param windowsPerFetch most windows looked through for one request; a request may then end neither exhausted nor
     *     with rows
     */
    public MemoryOutbox(int windowCommits, int windowsPerFetch) {
        this.windowCommits = windowCommits;
        this.windowsPerFetch = windowsPerFetch;
    }

    /** From now on the database behaves like this. */
    public void faults(Faults now) {
        faults = now;
    }

    /** @return the next sequence; whoever takes it commits a row with it, sooner or later */
    public synchronized long nextSequence() {
        return ++lastSequence;
    }

    /** Makes a row visible. */
    public synchronized void commit(Message row) {
        commits.add(row);
        lastSequence = Math.max(lastSequence, row.id().sequence());
    }

    /**
     * As a database that was restored or failed over: no position of before counts, reading begins at the first row.
     */
    public synchronized void beginAnew() {
        generation++;
    }

    @Override
    public synchronized void takenAfterAll(SystemName destination, Set<Long> sequences) {
        for (Long sequence : sequences) {
            states.getOrDefault(sequence, new HashMap<>())
                    .computeIfPresent(
                            destination,
                            (name, end) -> end.state() == DeliveryState.REJECTED
                                    ? new DeliveryOutcome(end.message(), name, DeliveryState.DELIVERED, null, "", null)
                                    : end);
        }
    }

    @Override
    public void asked(SystemName destination, Set<Long> sequences) {
        faults.before("asked");
        synchronized (this) {
            asked.computeIfAbsent(destination, name -> new HashSet<>()).addAll(sequences);
        }
        faults.after("asked");
    }

    @Override
    public synchronized Map<SystemName, Set<Long>> asked(Set<SystemName> destinations) {
        Map<SystemName, Set<Long>> found = new HashMap<>();
        for (SystemName destination : destinations) {
            Set<Long> open = new HashSet<>(asked.getOrDefault(destination, Set.of()));
            open.removeIf(sequence -> states.getOrDefault(sequence, Map.of()).containsKey(destination));
            found.put(destination, open);
        }
        return found;
    }

    @Override
    public List<Fetched> fetch(List<FetchRequest> requests) {
        faults.before("fetch");
        List<Fetched> answers = answer(requests);
        faults.after("fetch");
        return answers;
    }

    private synchronized List<Fetched> answer(List<FetchRequest> requests) {
        fetches++;
        return requests.stream().map(this::answer).toList();
    }

    private Fetched answer(FetchRequest request) {
        Place place = Place.of(request.after(), generation);
        List<PendingRow> rows = new ArrayList<>();
        long bytes = 0;
        for (int windows = 0; windows < windowsPerFetch; windows++) {
            if (place.seen == place.target) {
                if (place.seen == commits.size()) {
                    return new Fetched(rows, place.position(), true);
                }
                place = new Place(place.seen, Math.min(commits.size(), place.seen + windowCommits), 0, generation);
            }
            for (Message row : window(place, request.precedence())) {
                List<SystemName> pending = pending(row, request.destinations());
                if (!pending.isEmpty()) {
                    if (rows.size() == request.maxRows()
                            || (!rows.isEmpty() && bytes + row.payload().length > request.maxBytes())) {
                        return new Fetched(rows, place.position(), false);
                    }
                    rows.add(new PendingRow(row, pending));
                    bytes += row.payload().length;
                }
                place = new Place(place.seen, place.target, row.id().sequence(), generation);
            }
            place = new Place(place.target, place.target, 0, generation);
        }
        return new Fetched(rows, place.position(), place.seen == commits.size());
    }

    private List<Message> window(Place place, Precedence precedence) {
        return commits.subList(place.seen, place.target).stream()
                .filter(row -> row.precedence() == precedence && row.id().sequence() > place.lastSequence)
                .sorted(Comparator.comparingLong(row -> row.id().sequence()))
                .toList();
    }

    private List<SystemName> pending(Message row, Set<SystemName> requested) {
        Map<SystemName, DeliveryOutcome> known = states.getOrDefault(row.id().sequence(), Map.of());
        return row.destinations().stream()
                .filter(destination -> requested.contains(destination) && !known.containsKey(destination))
                .toList();
    }

    @Override
    public void record(List<DeliveryOutcome> outcomes, List<SavedPosition> saved) {
        faults.before("record");
        store(outcomes, saved);
        faults.after("record");
    }

    private synchronized void store(List<DeliveryOutcome> outcomes, List<SavedPosition> saved) {
        for (DeliveryOutcome outcome : outcomes) {
            Map<SystemName, DeliveryOutcome> ofRow =
                    states.computeIfAbsent(outcome.message().id().sequence(), key -> new HashMap<>());
            if (ofRow.putIfAbsent(outcome.destination(), outcome) == null && outcome.parks()) {
                deadLetters.add(outcome);
            }
        }
        for (SavedPosition position : saved) {
            positions
                    .computeIfAbsent(position.destination(), key -> new EnumMap<>(Precedence.class))
                    .put(position.precedence(), position.position());
        }
    }

    @Override
    public synchronized long lastNumber() {
        return lastSequence;
    }

    @Override
    public Map<SystemName, Map<Precedence, ReadPosition>> positions(Set<SystemName> destinations) {
        faults.before("positions");
        Map<SystemName, Map<Precedence, ReadPosition>> found = saved(destinations);
        faults.after("positions");
        return found;
    }

    private synchronized Map<SystemName, Map<Precedence, ReadPosition>> saved(Set<SystemName> destinations) {
        Map<SystemName, Map<Precedence, ReadPosition>> found = new HashMap<>();
        for (SystemName destination : destinations) {
            Map<Precedence, ReadPosition> known = positions.get(destination);
            if (known != null) {
                found.put(destination, Map.copyOf(known));
            }
        }
        return found;
    }

    /** @return the final state of a row for a destination; null while it is pending */
    public synchronized @Nullable DeliveryOutcome state(long sequence, SystemName destination) {
        return states.getOrDefault(sequence, Map.of()).get(destination);
    }

    /** @return rows in the order in which they became visible; a copy */
    public synchronized List<Message> rows() {
        return List.copyOf(commits);
    }

    /** @return how many pairs of row and destination have no final state */
    public synchronized long pending() {
        long pairs =
                commits.stream().mapToLong(row -> row.destinations().size()).sum();
        return pairs - states.values().stream().mapToLong(Map::size).sum();
    }

    /** @return outcomes that were parked with their bytes; a copy */
    public synchronized List<DeliveryOutcome> deadLetters() {
        return List.copyOf(deadLetters);
    }

    /** @return how often rows were asked for */
    public synchronized int fetches() {
        return fetches;
    }

    /**
     * A position: commits before {@code seen} are behind it; of those up to {@code target}, rows up to
     * {@code lastSequence}.
     */
    private record Place(int seen, int target, long lastSequence, int generation) {
        static Place of(ReadPosition position, int generation) {
            String[] parts = position.token().split(":", -1);
            if (position.equals(ReadPosition.START) || Integer.parseInt(parts[3]) != generation) {
                return new Place(0, 0, 0, generation);
            }
            return new Place(
                    Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Long.parseLong(parts[2]), generation);
        }

        ReadPosition position() {
            return new ReadPosition(seen + ":" + target + ":" + lastSequence + ":" + generation);
        }
    }
}
