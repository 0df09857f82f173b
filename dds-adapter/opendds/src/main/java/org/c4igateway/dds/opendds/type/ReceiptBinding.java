package org.c4igateway.dds.opendds.type;

import static org.c4igateway.dds.opendds.type.TypeBinding.text;
import static org.c4igateway.dds.opendds.type.TypeBinding.texts;

import DDS.DataReader;
import DDS.DataWriter;
import DDS.DomainParticipant;
import java.util.List;
import kmtf.Receipt;
import kmtf.ReceiptDataReader;
import kmtf.ReceiptDataReaderHelper;
import kmtf.ReceiptDataWriter;
import kmtf.ReceiptDataWriterHelper;
import kmtf.ReceiptSeqHolder;
import kmtf.ReceiptTypeSupportImpl;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.dds.opendds.status.ReturnCode;
import org.c4igateway.dds.opendds.status.StateMasks;

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
        ReceiptDataWriter typed = ReceiptDataWriterHelper.narrow(writer);
        return new Converting<>(
                ReceiptBinding::foreign,
                sample -> typed.write(sample, 0),
                (sample, time) -> typed.write_w_timestamp(sample, 0, time),
                sample -> typed.dispose(sample, 0),
                sample -> typed.unregister_instance(sample, 0));
    }

    @Override
    public Input<KmtfReceipt> input(DataReader reader) {
        ReceiptDataReader typed = ReceiptDataReaderHelper.narrow(reader);
        return (values, infos, max) -> {
            ReceiptSeqHolder samples = new ReceiptSeqHolder(new Receipt[0]);
            int code = typed.take(samples, infos, max, StateMasks.ANY, StateMasks.ANY, StateMasks.ANY);
            for (Receipt sample : samples.value) {
                values.add(() -> own(sample));
            }
            return code;
        };
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
}
