package org.c4igateway.dds.api.provider;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.c4igateway.dds.api.DdsException;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsReader;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.dds.api.Guid;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.discovery.DiscoveryView;
import org.c4igateway.dds.api.event.DdsEventListener;
import org.c4igateway.dds.api.qos.Qos;
import org.jspecify.annotations.Nullable;

/**
 * What participants of all providers do in the same way. They create each topic once, with one type, and refuse work
 * after the close. The close ends delivery first, then the endpoints, then the participant. A provider adds the calls
 * of its library. It holds this object's lock while it creates an endpoint.
 *
 * @param <R> readers of the provider
 * @param <W> writers of the provider
 * @param <T> topics of the provider
 */
public abstract class ProviderParticipant<R extends DdsReader, W extends DdsWriter<?>, T> implements DdsParticipant {
    private final Map<String, TypedTopic<T>> topics = new HashMap<>();
    private final Set<R> readers = new LinkedHashSet<>();
    private final Set<W> writers = new LinkedHashSet<>();
    private @Nullable AddressWatch addresses;
    private boolean closed;

    /** Creates one without topics and endpoints. */
    protected ProviderParticipant() {}

    /** Asks the library for a new topic. Called with the lock held. */
    protected abstract T createTopic(String name, WireType<?> type, Qos qos);

    /** Reads the built-in topics. Called with the lock held. */
    protected abstract DiscoveryView view(List<W> ownWriters, List<R> ownReaders);

    /** @return the threads that deliver to readers */
    protected abstract List<DeliveryThread> deliveryThreads();

    /** Runs when the close begins, while listeners still deliver. */
    protected void closing() {}

    /** Deletes the participant, without endpoints and without threads. */
    protected abstract void leave();

    /** Runs instead of {@link #leave} when a listener does not return; what it uses must stay. */
    protected abstract void abandon();

    /** Starts delivery, and the watch over the addresses of the interfaces that are named. */
    protected final void startDelivery(DomainConfig.Network network, DdsEventListener events) {
        deliveryThreads().forEach(DeliveryThread::start);
        addresses = AddressWatch.start(network.interfaces(), events);
    }

    /**
     * @return the topic of that name, which comes into being with the first call
     * @throws DdsException when this participant is closed, or has the topic with another type
     */
    protected final synchronized T topic(String name, WireType<?> type, Qos qos) {
        refuseClosed();
        TypedTopic<T> known = topics.get(name);
        if (known == null) {
            known = new TypedTopic<>(createTopic(name, type, qos), type);
            topics.put(name, known);
        }
        return known.entityFor(name, type);
    }

    /** A reader was created; the close will close it. */
    protected final synchronized void keep(R reader) {
        readers.add(reader);
    }

    /** A writer was created; the close will close it. */
    protected final synchronized void keep(W writer) {
        writers.add(writer);
    }

    /** A reader closes. */
    public synchronized void forget(R reader) {
        readers.remove(reader);
    }

    /** A writer closes. */
    public synchronized void forget(W writer) {
        writers.remove(writer);
    }

    @Override
    public final synchronized DiscoveryView discovery() {
        refuseClosed();
        return view(List.copyOf(writers), List.copyOf(readers));
    }

    @Override
    public final Optional<Guid> writer(long handle) {
        List<R> present;
        synchronized (this) {
            present = List.copyOf(readers);
        }
        return present.stream()
                .flatMap(reader -> reader.writer(handle).stream())
                .findFirst();
    }

    @Override
    public final void close() {
        List<R> openReaders;
        List<W> openWriters;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            openReaders = List.copyOf(readers);
            openWriters = List.copyOf(writers);
        }
        AddressWatch watch = addresses;
        if (watch != null) {
            watch.close();
        }
        closing();
        if (!stopDelivery()) {
            abandon();
            return;
        }
        openReaders.forEach(DdsReader::close);
        openWriters.forEach(DdsWriter::close);
        leave();
    }

    /** Stops every thread, also after one that does not end. */
    private boolean stopDelivery() {
        boolean ended = true;
        for (DeliveryThread each : deliveryThreads()) {
            ended &= each.stop();
        }
        return ended;
    }

    /** @return whether the close has begun. With the lock held it does not begin */
    protected final synchronized boolean isClosed() {
        return closed;
    }

    private void refuseClosed() {
        if (closed) {
            throw new DdsException("the participant is closed");
        }
    }

    private record TypedTopic<T>(T entity, WireType<?> type) {
        T entityFor(String name, WireType<?> wanted) {
            if (type != wanted) {
                throw new DdsException("topic " + name + " is of type " + type + ", not " + wanted);
            }
            return entity;
        }
    }
}
