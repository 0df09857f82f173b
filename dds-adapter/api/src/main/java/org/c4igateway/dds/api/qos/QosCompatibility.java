package org.c4igateway.dds.api.qos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.dds.api.event.EntityKind;
import org.c4igateway.dds.api.qos.QosPolicy.DestinationOrder;
import org.c4igateway.dds.api.qos.QosPolicy.Durability;
import org.c4igateway.dds.api.qos.QosPolicy.LatencyBudget;
import org.c4igateway.dds.api.qos.QosPolicy.Liveliness;
import org.c4igateway.dds.api.qos.QosPolicy.Ownership;
import org.c4igateway.dds.api.qos.QosPolicy.Partition;
import org.c4igateway.dds.api.qos.QosPolicy.Presentation;
import org.c4igateway.dds.api.qos.QosPolicy.Reliability;

/**
 * Whether a writer and a reader of one topic match: the eight policies of which DDS 1.4 (2.2.3) compares offered and
 * requested values, and the partitions. Every implementation decides this by itself on the wire; here it is explained,
 * and can be known before.
 */
public final class QosCompatibility {
    private static final String AT_LEAST = "the writer must offer at least what the reader requests";
    private static final String AT_MOST = "the offered time must not be longer than the requested one";
    private static final String EQUAL = "both must be the same";

    private final Qos offered;
    private final Qos requested;
    private final List<QosConflict> conflicts = new ArrayList<>();

    private QosCompatibility(Qos offered, Qos requested) {
        this.offered = offered;
        this.requested = requested;
    }

    /**
     * Compares in the order of DDS 1.4.
     *
     * @param offered policies of the writer; what is not set has the default of a writer
     * @param requested policies of the reader; what is not set has the default of a reader
     * @return every reason why they do not match; empty when they do
     */
    public static List<QosConflict> conflicts(Qos offered, Qos requested) {
        QosCompatibility check = new QosCompatibility(offered, requested);
        check.durability();
        check.presentation();
        check.times();
        check.ownership();
        check.liveliness();
        check.reliability();
        check.destinationOrder();
        check.partition();
        return List.copyOf(check.conflicts);
    }

    private void durability() {
        Durability.Kind writer = QosDefaults.durability(offered).kind();
        Durability.Kind reader = QosDefaults.durability(requested).kind();
        require(writer.compareTo(reader) >= 0, "DURABILITY", writer, reader, AT_LEAST);
    }

    private void presentation() {
        Presentation writer = QosDefaults.presentation(offered);
        Presentation reader = QosDefaults.presentation(requested);
        boolean met = writer.scope().compareTo(reader.scope()) >= 0
                && (writer.coherent() || !reader.coherent())
                && (writer.ordered() || !reader.ordered());
        require(met, "PRESENTATION", text(writer), text(reader), AT_LEAST);
    }

    private void times() {
        Duration writer = QosDefaults.deadline(offered).period();
        Duration reader = QosDefaults.deadline(requested).period();
        require(writer.compareTo(reader) <= 0, "DEADLINE", text(writer), text(reader), AT_MOST);
        Duration writerBudget =
                offered.find(LatencyBudget.class).map(LatencyBudget::duration).orElse(Duration.ZERO);
        Duration readerBudget =
                requested.find(LatencyBudget.class).map(LatencyBudget::duration).orElse(Duration.ZERO);
        require(
                writerBudget.compareTo(readerBudget) <= 0,
                "LATENCY_BUDGET",
                text(writerBudget),
                text(readerBudget),
                AT_MOST);
    }

    private void ownership() {
        Ownership.Kind writer = QosDefaults.ownership(offered).kind();
        Ownership.Kind reader = QosDefaults.ownership(requested).kind();
        require(writer == reader, "OWNERSHIP", writer, reader, EQUAL);
    }

    private void liveliness() {
        Liveliness writer = QosDefaults.liveliness(offered);
        Liveliness reader = QosDefaults.liveliness(requested);
        boolean met =
                writer.kind().compareTo(reader.kind()) >= 0 && writer.lease().compareTo(reader.lease()) <= 0;
        require(
                met,
                "LIVELINESS",
                writer.kind() + " " + text(writer.lease()),
                reader.kind() + " " + text(reader.lease()),
                "the writer must assert its liveliness at least as strictly, and within at most the requested lease");
    }

    private void reliability() {
        Reliability.Kind writer =
                QosDefaults.reliability(offered, EntityKind.WRITER).kind();
        Reliability.Kind reader =
                QosDefaults.reliability(requested, EntityKind.READER).kind();
        require(writer.compareTo(reader) >= 0, "RELIABILITY", writer, reader, AT_LEAST);
    }

    private void destinationOrder() {
        DestinationOrder.Kind writer = QosDefaults.destinationOrder(offered).kind();
        DestinationOrder.Kind reader = QosDefaults.destinationOrder(requested).kind();
        require(writer.compareTo(reader) >= 0, "DESTINATION_ORDER", writer, reader, AT_LEAST);
    }

    private void partition() {
        List<String> writer =
                offered.find(Partition.class).map(Partition::names).orElse(List.of());
        List<String> reader =
                requested.find(Partition.class).map(Partition::names).orElse(List.of());
        require(
                PartitionMatch.matches(writer, reader),
                "PARTITION",
                writer,
                reader,
                "one name must be in both, or fit a pattern of the other side");
    }

    private void require(boolean met, String policy, Object writer, Object reader, String rule) {
        if (!met) {
            conflicts.add(new QosConflict(policy, writer.toString(), reader.toString(), rule));
        }
    }

    private static String text(Presentation presentation) {
        return presentation.scope()
                + (presentation.coherent() ? " coherent" : "")
                + (presentation.ordered() ? " ordered" : "");
    }

    static String text(Duration duration) {
        return duration.equals(QosPolicy.INFINITE) ? "infinite" : duration.toString();
    }
}
