package org.c4igateway.lab.transport;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DdsReader;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.dds.api.WriteResult;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy;
import org.c4igateway.dds.api.sample.Sample;
import org.c4igateway.dds.api.sample.SampleListener;
import org.c4igateway.dds.api.type.KmtfFrame;
import org.c4igateway.dds.api.wire.WireTuning;
import org.c4igateway.lab.scenario.Cell.Carrier;

/**
 * A participant with a writer and a reader, on topics for either direction, of the type {@code kmtf::Frame}: an octet
 * and a sequence of octets. Not batched; nothing is overwritten, and nothing kept for late readers.
 */
public final class DdsEnd implements End {
    /** The domain of all programs. */
    public static final int DOMAIN = 7;

    private static final String ASKED = "LAB_ASKED";
    private static final String ANSWERED = "LAB_ANSWERED";

    private final DdsParticipant participant;
    private final DdsWriter<KmtfFrame> writer;
    private final DdsReader reader;

    private DdsEnd(DdsParticipant participant, DdsWriter<KmtfFrame> writer, DdsReader reader) {
        this.participant = participant;
        this.writer = writer;
        this.reader = reader;
    }

    static DdsEnd open(EndSettings settings, Consumer<byte[]> arrivals) {
        EndSettings.Place place = settings.place();
        List<String> peers = place.peer().isEmpty() ? List.of() : List.of(place.peer());
        DdsParticipant participant = participant(settings.carrier(), place.device(), peers);
        Qos qos = qos(settings.reliable(), settings.patience());
        DdsWriter<KmtfFrame> writer = participant.createWriter(settings.asks() ? ASKED : ANSWERED, WireType.FRAME, qos);
        DdsReader reader =
                participant.createReader(settings.asks() ? ANSWERED : ASKED, WireType.FRAME, qos, new Intake(arrivals));
        return new DdsEnd(participant, writer, reader);
    }

    /**
     * Opens a participant at one interface.
     *
     * @param peers addresses of others where multicast does not reach
     */
    public static DdsParticipant participant(Carrier carrier, String device, List<String> peers) {
        return participant(carrier, DomainConfig.Network.of(List.of(device), peers), WireTuning.LAN);
    }

    /** Opens a participant at one interface, with sizes and times on the wire for its link. */
    public static DdsParticipant participant(Carrier carrier, String device, WireTuning tuning) {
        return participant(carrier, DomainConfig.Network.of(List.of(device), List.of()), tuning);
    }

    private static DdsParticipant participant(Carrier carrier, DomainConfig.Network network, WireTuning tuning) {
        DdsProvider provider = DdsProvider.named(carrier.name().toLowerCase(Locale.ROOT));
        return provider.open(new DomainConfig(DOMAIN, network, DomainConfig.DEFAULT_LEASE, tuning), event -> {});
    }

    public static Qos qos(boolean reliable, Duration longestWrite) {
        return Qos.of(
                new QosPolicy.Reliability(
                        reliable ? QosPolicy.Reliability.Kind.RELIABLE : QosPolicy.Reliability.Kind.BEST_EFFORT,
                        longestWrite),
                QosPolicy.History.keepAll(),
                new QosPolicy.Durability(QosPolicy.Durability.Kind.VOLATILE));
    }

    @Override
    public void send(byte[] payload) throws IOException {
        write(writer, 0, payload);
    }

    /**
     * Writes a payload and keeps nothing of it.
     *
     * @param key of its instance, 0 to 255
     */
    public static void write(DdsWriter<KmtfFrame> writer, int key, byte[] payload) throws IOException {
        WriteResult result = writer.write(new KmtfFrame(key, payload.clone()));
        if (!(result instanceof WriteResult.Written)) {
            throw new IOException("a payload was not written: " + result);
        }
        writer.flush();
    }

    @Override
    public void close() {
        reader.close();
        writer.close();
        participant.close();
    }

    /** Hands on what arrives. */
    public record Intake(Consumer<byte[]> arrivals) implements SampleListener<KmtfFrame> {
        @Override
        public void onSamples(List<Sample<KmtfFrame>> samples) {
            for (Sample<KmtfFrame> sample : samples) {
                if (sample instanceof Sample.Data<KmtfFrame> data) {
                    arrivals.accept(data.value().body());
                }
            }
        }
    }
}
