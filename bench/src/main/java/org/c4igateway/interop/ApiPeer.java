package org.c4igateway.interop;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DdsReader;
import org.c4igateway.dds.api.DdsSecurity;
import org.c4igateway.dds.api.DdsUnavailableException;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.event.DdsEvent;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy.Durability;
import org.c4igateway.dds.api.qos.QosPolicy.DurabilityService;
import org.c4igateway.dds.api.qos.QosPolicy.History;
import org.c4igateway.dds.api.qos.QosPolicy.Reliability;
import org.c4igateway.dds.api.qos.QosPolicy.ResourceLimits;
import org.c4igateway.dds.api.qos.QosPolicy.WriterDataLifecycle;
import org.c4igateway.dds.api.sample.InstanceState;
import org.c4igateway.dds.api.sample.Sample;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.wire.WireTuning;

/**
 * A peer on the gateway's own DDS API. Arguments: provider, a directory with credentials or a hyphen, domain. The
 * commands are those of {@link PeerProcess}; it also prints {@code REFUSED} with the reason when security refuses
 * somebody, and ends with {@code UNAVAILABLE} and the reason when the provider cannot be had.
 */
public final class ApiPeer {
    private static final int HISTORY = 100;

    private final DdsParticipant participant;
    private final PrintStream out;
    private final Map<String, DdsWriter<KmtfMessage>> writers = new HashMap<>();
    private final Map<String, DdsReader> readers = new HashMap<>();

    private ApiPeer(DdsParticipant participant, PrintStream out) {
        this.participant = participant;
        this.out = out;
    }

    /** Runs until it is told to quit or standard input ends. */
    public static void main(String[] args) throws IOException {
        DomainConfig open = new DomainConfig(
                Integer.parseInt(args[2]),
                DomainConfig.Network.loopback(),
                DomainConfig.DEFAULT_LEASE,
                tuning(args[0]));
        DomainConfig config = args[1].equals("-") ? open : open.withSecurity(DdsSecurity.in(Path.of(args[1])));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try (DdsParticipant participant = DdsProvider.named(args[0]).open(config, event -> {
            if (event instanceof DdsEvent.SecurityRefused refused) {
                out.println("REFUSED " + refused.reason());
            }
        })) {
            out.println("READY");
            new ApiPeer(participant, out).run();
        } catch (DdsUnavailableException e) {
            out.println("UNAVAILABLE " + e.getMessage() + "; " + e.remedy());
        }
    }

    /** Fast DDS wants the hash of the key; only Cyclone has a switch for it. */
    private static WireTuning tuning(String provider) {
        return provider.equals("cyclone") ? WireTuning.LAN.withKeyHashes() : WireTuning.LAN;
    }

    private void run() throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null && !line.equals("quit"); line = in.readLine()) {
            String[] words = line.split(" ", -1);
            try {
                run(words[0], words[1], words);
            } catch (RuntimeException e) {
                out.println("ERROR " + line + " " + e);
            }
        }
    }

    private void run(String command, String topic, String[] words) {
        switch (command) {
            case "writer" -> writers.put(topic, participant.createWriter(topic, WireType.MESSAGE, writer(words[2])));
            case "reader" ->
                readers.put(
                        topic,
                        participant.createReader(
                                topic, WireType.MESSAGE, qos(words[2]), samples -> print(topic, samples)));
            case "write" -> report(writer(topic, words).write(message(words[2], Long.parseLong(words[3]))));
            case "dispose" -> report(writer(topic, words).dispose(message(words[2], 0)));
            case "unregister" -> report(writer(topic, words).unregister(message(words[2], 0)));
            case "close" -> {
                writer(topic, words).close();
                writers.remove(topic);
            }
            case "matched" -> {
                DdsWriter<KmtfMessage> writer = writers.get(topic);
                DdsReader reader = readers.get(topic);
                int count = writer != null ? writer.matchedReaders() : reader != null ? reader.matchedWriters() : -1;
                out.println("MATCHED " + topic + " " + count);
            }
            default -> throw new IllegalArgumentException("unknown command");
        }
    }

    private DdsWriter<KmtfMessage> writer(String topic, String[] words) {
        DdsWriter<KmtfMessage> writer = writers.get(topic);
        if (writer == null) {
            throw new IllegalArgumentException("no writer for " + String.join(" ", words));
        }
        return writer;
    }

    private void report(Object result) {
        if (!result.toString().startsWith("Written")) {
            out.println("ERROR " + result);
        }
    }

    private void print(String topic, List<Sample<KmtfMessage>> samples) {
        for (Sample<KmtfMessage> sample : samples) {
            switch (sample) {
                case Sample.Data<KmtfMessage> data -> {
                    KmtfMessage value = data.value();
                    String payload = HexFormat.of().formatHex(value.payload());
                    out.println("DATA " + topic + " " + value.origin() + " " + value.sequence() + " " + payload);
                    if (data.state() != InstanceState.ALIVE) {
                        out.println("STATE " + topic + " " + value.origin() + " " + data.state());
                    }
                }
                case Sample.StateChange<KmtfMessage> change ->
                    out.println("STATE " + topic + " " + change.key().parts().getFirst() + " " + change.state());
                case Sample.Malformed<KmtfMessage> malformed -> out.println("ERROR " + malformed);
            }
        }
    }

    private static Qos qos(String reliability) {
        return reliability.equals("reliable")
                ? Qos.of(
                        new Reliability(Reliability.Kind.RELIABLE, Duration.ofSeconds(5)),
                        new Durability(Durability.Kind.TRANSIENT_LOCAL),
                        History.keepAll())
                : Qos.of(
                        new Reliability(Reliability.Kind.BEST_EFFORT, Duration.ZERO),
                        new Durability(Durability.Kind.VOLATILE),
                        History.keepAll());
    }

    private static Qos writer(String reliability) {
        return qos(reliability)
                .with(
                        new WriterDataLifecycle(false),
                        new DurabilityService(Duration.ZERO, History.keepLast(HISTORY), ResourceLimits.NONE));
    }

    private static KmtfMessage message(String origin, long number) {
        byte[] payload = (origin + "/" + number).getBytes(StandardCharsets.UTF_8);
        return new KmtfMessage(origin, "", number, "A021", 3, 1, Long.MAX_VALUE, "훈련", List.of("ALL"), payload);
    }
}
