package org.c4igateway.dds.opendds.type;

import DDS.DataReader;
import DDS.DataWriter;
import DDS.DomainParticipant;
import kmtf.Frame;
import kmtf.FrameDataReader;
import kmtf.FrameDataReaderHelper;
import kmtf.FrameDataWriter;
import kmtf.FrameDataWriterHelper;
import kmtf.FrameSeqHolder;
import kmtf.FrameTypeSupportImpl;
import org.c4igateway.dds.api.type.KmtfFrame;
import org.c4igateway.dds.opendds.status.ReturnCode;
import org.c4igateway.dds.opendds.status.StateMasks;

/** {@code kmtf::Frame}. */
final class FrameBinding implements TypeBinding<KmtfFrame> {
    @Override
    public String register(DomainParticipant participant) {
        FrameTypeSupportImpl support = new FrameTypeSupportImpl();
        ReturnCode.check(support.register_type(participant, ""), "register kmtf::Frame");
        return support.get_type_name();
    }

    @Override
    public Output<KmtfFrame> output(DataWriter writer) {
        FrameDataWriter typed = FrameDataWriterHelper.narrow(writer);
        return new Converting<>(
                FrameBinding::foreign,
                sample -> typed.write(sample, 0),
                (sample, time) -> typed.write_w_timestamp(sample, 0, time),
                sample -> typed.dispose(sample, 0),
                sample -> typed.unregister_instance(sample, 0));
    }

    @Override
    public Input<KmtfFrame> input(DataReader reader) {
        FrameDataReader typed = FrameDataReaderHelper.narrow(reader);
        return (values, infos, max) -> {
            FrameSeqHolder samples = new FrameSeqHolder(new Frame[0]);
            int code = typed.take(samples, infos, max, StateMasks.ANY, StateMasks.ANY, StateMasks.ANY);
            for (Frame sample : samples.value) {
                values.add(() -> own(sample));
            }
            return code;
        };
    }

    private static Frame foreign(KmtfFrame value) {
        return new Frame((byte) value.level(), value.body());
    }

    private static KmtfFrame own(Frame sample) {
        return new KmtfFrame(Byte.toUnsignedInt(sample.level), sample.body);
    }
}
