package org.c4igateway.lab.transport.durability;

import java.util.ArrayList;
import java.util.List;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.sample.Sample;
import org.c4igateway.dds.api.sample.SampleListener;
import org.c4igateway.dds.api.type.KmtfMessage;

/** Readers that join together, one for each combination, in a participant of their own. */
final class ReaderGroup implements AutoCloseable {
    private final DdsParticipant participant;
    private final Watch watch;
    private final List<Intake> intakes = new ArrayList<>();

    /** Hears of each arrival; the same for all groups of a program. Safe for concurrent use. */
    interface Watch {
        /** Something has arrived. */
        void arrived();
    }

    /**
     * A reader to be.
     *
     * @param combination what it reads
     * @param qos what it asks for
     */
    record Wanted(Combination combination, Qos qos) {}

    /** @param participant which {@link #close} closes */
    ReaderGroup(DdsParticipant participant, List<Wanted> wanted, Watch watch) {
        this.participant = participant;
        this.watch = watch;
        for (Wanted each : wanted) {
            Intake intake = new Intake(each.combination());
            intakes.add(intake);
            participant.createReader(each.combination().topic(), WireType.MESSAGE, each.qos(), intake);
        }
    }

    /** @return topics whose reader has not got a mark of at least this number */
    List<String> lacking(long mark) {
        return intakes.stream()
                .filter(intake -> intake.mark() < mark)
                .map(intake -> intake.combination.id())
                .toList();
    }

    /** @return numbers of the samples that have arrived, for each reader in the order in which they were wanted */
    List<List<Long>> arrived() {
        return intakes.stream().map(Intake::numbers).toList();
    }

    @Override
    public void close() {
        participant.close();
    }

    /** Safe for concurrent use. */
    private final class Intake implements SampleListener<KmtfMessage> {
        private final Combination combination;
        private final List<Long> numbers = new ArrayList<>();
        private long mark;

        Intake(Combination combination) {
            this.combination = combination;
        }

        @Override
        public void onSamples(List<Sample<KmtfMessage>> samples) {
            for (Sample<KmtfMessage> sample : samples) {
                if (sample instanceof Sample.Data<KmtfMessage> data) {
                    take(data.value());
                }
            }
            watch.arrived();
        }

        private synchronized void take(KmtfMessage message) {
            if (message.origin().equals(CombinationWriters.MARK)) {
                mark = Math.max(mark, message.sequence());
            } else {
                numbers.add(message.sequence());
            }
        }

        private synchronized long mark() {
            return mark;
        }

        private synchronized List<Long> numbers() {
            return List.copyOf(numbers);
        }
    }
}
