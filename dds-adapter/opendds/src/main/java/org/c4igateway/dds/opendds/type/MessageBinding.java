package org.c4igateway.dds.opendds.type;

import static org.c4igateway.dds.opendds.type.TypeBinding.text;
import static org.c4igateway.dds.opendds.type.TypeBinding.texts;

import DDS.DataReader;
import DDS.DataWriter;
import DDS.DomainParticipant;
import java.util.List;
import kmtf.Message;
import kmtf.MessageDataReader;
import kmtf.MessageDataReaderHelper;
import kmtf.MessageDataWriter;
import kmtf.MessageDataWriterHelper;
import kmtf.MessageSeqHolder;
import kmtf.MessageTypeSupportImpl;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.opendds.status.ReturnCode;
import org.c4igateway.dds.opendds.status.StateMasks;

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
        MessageDataWriter typed = MessageDataWriterHelper.narrow(writer);
        return new Converting<>(
                MessageBinding::foreign,
                sample -> typed.write(sample, 0),
                (sample, time) -> typed.write_w_timestamp(sample, 0, time),
                sample -> typed.dispose(sample, 0),
                sample -> typed.unregister_instance(sample, 0));
    }

    @Override
    public Input<KmtfMessage> input(DataReader reader) {
        MessageDataReader typed = MessageDataReaderHelper.narrow(reader);
        return (values, infos, max) -> {
            MessageSeqHolder samples = new MessageSeqHolder(new Message[0]);
            int code = typed.take(samples, infos, max, StateMasks.ANY, StateMasks.ANY, StateMasks.ANY);
            for (Message sample : samples.value) {
                values.add(() -> own(sample));
            }
            return code;
        };
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
                value.previousNanos(),
                value.repeats(),
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
                sample.previous_ns,
                sample.repeats,
                sample.label,
                List.of(sample.destinations),
                sample.payload);
    }
}
