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
import kmtf.Message;
import kmtf.MessageDataReader;
import kmtf.MessageDataReaderHelper;
import kmtf.MessageDataWriter;
import kmtf.MessageDataWriterHelper;
import kmtf.MessageSeqHolder;
import kmtf.MessageTypeSupportImpl;
import org.c4igateway.dds.api.KmtfMessage;

/** {@code kmtf::Message}. */
final class MessageBinding implements TypeBinding<KmtfMessage> {
    @Override
    public String register(DomainParticipant participant) {
        MessageTypeSupportImpl support = new MessageTypeSupportImpl();
        ReturnCode.check(support.register_type(participant, ""), "register kmtf::Message");
        return support.get_type_name();
    }

    @Override
    public Output<KmtfMessage> output(DataWriter writer) {
        return new Out(MessageDataWriterHelper.narrow(writer));
    }

    @Override
    public Input<KmtfMessage> input(DataReader reader) {
        return new In(MessageDataReaderHelper.narrow(reader));
    }

    private static Message foreign(KmtfMessage value) {
        return new Message(
                text(value.origin()),
                text(value.subject()),
                value.sequence(),
                text(value.topicId()),
                (byte) value.precedence(),
                value.createdNanos(),
                value.expiresNanos(),
                text(value.label()),
                texts(value.destinations()),
                value.payload());
    }

    private static KmtfMessage own(Message sample) {
        return new KmtfMessage(
                sample.origin,
                sample.subject,
                sample.sequence,
                sample.topic_id,
                Byte.toUnsignedInt(sample.precedence),
                sample.created_ns,
                sample.expires_ns,
                sample.label,
                List.of(sample.destinations),
                sample.payload);
    }

    private record Out(MessageDataWriter writer) implements Output<KmtfMessage> {
        @Override
        public int write(KmtfMessage value) {
            return writer.write(foreign(value), 0);
        }

        @Override
        public int write(KmtfMessage value, Time_t time) {
            return writer.write_w_timestamp(foreign(value), 0, time);
        }

        @Override
        public int dispose(KmtfMessage value) {
            return writer.dispose(foreign(value), 0);
        }

        @Override
        public int unregister(KmtfMessage value) {
            return writer.unregister_instance(foreign(value), 0);
        }
    }

    private record In(MessageDataReader reader) implements Input<KmtfMessage> {
        @Override
        public int take(List<Supplier<KmtfMessage>> values, SampleInfoSeqHolder infos, int max) {
            MessageSeqHolder samples = new MessageSeqHolder(new Message[0]);
            int code = reader.take(samples, infos, max, States.ANY, States.ANY, States.ANY);
            for (Message sample : samples.value) {
                values.add(() -> own(sample));
            }
            return code;
        }
    }
}
