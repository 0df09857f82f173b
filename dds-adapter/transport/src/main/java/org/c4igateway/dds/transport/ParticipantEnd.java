package org.c4igateway.dds.transport;

import java.time.Duration;
import java.util.Optional;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.transport.TransportAlarm;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dds.api.event.DdsEvent;
import org.c4igateway.dds.api.event.DdsEventListener;

/**
 * Ends the process when its participant is unusable: a delivery thread has ended, or an address with which it joined is
 * gone and its interface has one again. The supervisor restarts the process, which joins with the present addresses.
 * Thread-safe.
 */
public final class ParticipantEnd implements DdsEventListener {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Loops loops;
    private volatile String gone = "";

    /** @param loops of the process */
    public ParticipantEnd(Loops loops) {
        this.loops = loops;
    }

    @Override
    public void onEvent(DdsEvent event) {
        switch (event) {
            // The readers served by this thread receive nothing now, which is not visible anywhere else.
            case DdsEvent.DeliveryEnded ended ->
                loops.add(ended.thread(), PATIENCE).fail(new IllegalStateException(ended.reason()));
            case DdsEvent.AddressGone address -> gone = address.address();
            case DdsEvent.AddressChanged changed -> loops.stop(fault(changed));
            case DdsEvent.PeerFound found -> loops.stop(fault(found));
            case DdsEvent.PublicationMatched _,
                    DdsEvent.SubscriptionMatched _,
                    DdsEvent.OfferedIncompatibleQos _,
                    DdsEvent.RequestedIncompatibleQos _,
                    DdsEvent.InconsistentTopic _,
                    DdsEvent.SecurityRefused _,
                    DdsEvent.LivelinessChanged _,
                    DdsEvent.LivelinessLost _,
                    DdsEvent.SampleLost _,
                    DdsEvent.SampleRejected _,
                    DdsEvent.OfferedDeadlineMissed _,
                    DdsEvent.RequestedDeadlineMissed _,
                    DdsEvent.BatchDropped _ -> {
                // The participant goes on.
            }
        }
    }

    /** @return with what a process ends whose address has changed */
    public static GatewayException.Fatal fault(DdsEvent.AddressChanged changed) {
        return new GatewayException.Fatal(
                ErrorCode.ADDRESS_CHANGED,
                "DDS had joined with " + changed.address() + ", an address that is gone",
                "Let the supervisor restart the process; it then uses the current address.",
                null);
    }

    /** @return with what a process ends that knows a peer now, and nobody else */
    public static GatewayException.Fatal fault(DdsEvent.PeerFound found) {
        return new GatewayException.Fatal(
                ErrorCode.ADDRESS_CHANGED,
                "a peer that had no address when DDS joined its domain has one now: " + found.peer(),
                "Let the supervisor restart the process; it then asks that peer.",
                null);
    }

    /** @return that nobody reaches this participant, as long as that is so */
    public Optional<TransportAlarm> alarm() {
        String address = gone;
        return address.isEmpty()
                ? Optional.empty()
                : Optional.of(new TransportAlarm(
                        ErrorCode.ADDRESS_CHANGED,
                        address + " is gone, with which DDS had joined; its interface has no address now"));
    }
}
