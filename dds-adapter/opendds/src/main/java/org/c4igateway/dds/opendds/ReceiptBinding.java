package org.c4igateway.dds.opendds;

import static org.c4igateway.dds.opendds.TypeBinding.text;
import static org.c4igateway.dds.opendds.TypeBinding.texts;

import DDS.DataReader;
import DDS.DataWriter;
import DDS.DomainParticipant;
import DDS.SampleInfoSeqHolder;
import DDS.Time_t;
import java.util.List;
import java.util.function.Supplier;
import kmtf.Receipt;
import kmtf.ReceiptDataReader;
import kmtf.ReceiptDataReaderHelper;
import kmtf.ReceiptDataWriter;
import kmtf.ReceiptDataWriterHelper;
import kmtf.ReceiptSeqHolder;
import kmtf.ReceiptTypeSupportImpl;
import org.c4igateway.dds.api.KmtfReceipt;

/** {@code kmtf::Receipt}. */
final class ReceiptBinding implements TypeBinding<KmtfReceipt> {
    @Override
    public String register(DomainParticipant participant) {
        ReceiptTypeSupportImpl support = new ReceiptTypeSupportImpl();
        ReturnCode.check(support.register_type(participant, ""), "register kmtf::Receipt");
        return support.get_type_name();
    }

    @Override
    public Output<KmtfReceipt> output(DataWriter writer) {
        return new Out(ReceiptDataWriterHelper.narrow(writer));
    }

    @Override
    public Input<KmtfReceipt> input(DataReader reader) {
        return new In(ReceiptDataReaderHelper.narrow(reader));
    }

    private static Receipt foreign(KmtfReceipt value) {
        return new Receipt(
                text(value.receiver()),
                text(value.origin()),
                value.delivered(),
                value.rejected(),
                texts(value.reasons()));
    }

    private static KmtfReceipt own(Receipt sample) {
        return new KmtfReceipt(
                sample.receiver, sample.origin, sample.delivered, sample.rejected, List.of(sample.reasons));
    }

    private record Out(ReceiptDataWriter writer) implements Output<KmtfReceipt> {
        @Override
        public int write(KmtfReceipt value) {
            return writer.write(foreign(value), 0);
        }

        @Override
        public int write(KmtfReceipt value, Time_t time) {
            return writer.write_w_timestamp(foreign(value), 0, time);
        }

        @Override
        public int dispose(KmtfReceipt value) {
            return writer.dispose(foreign(value), 0);
        }

        @Override
        public int unregister(KmtfReceipt value) {
            return writer.unregister_instance(foreign(value), 0);
        }
    }

    private record In(ReceiptDataReader reader) implements Input<KmtfReceipt> {
        @Override
        public int take(List<Supplier<KmtfReceipt>> values, SampleInfoSeqHolder infos, int max) {
            ReceiptSeqHolder samples = new ReceiptSeqHolder(new Receipt[0]);
            int code = reader.take(samples, infos, max, States.ANY, States.ANY, States.ANY);
            for (Receipt sample : samples.value) {
                values.add(() -> own(sample));
            }
            return code;
        }
    }
}
