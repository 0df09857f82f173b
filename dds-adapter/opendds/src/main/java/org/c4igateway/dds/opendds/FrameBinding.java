package org.c4igateway.dds.opendds;

import DDS.DataReader;
import DDS.DataWriter;
import DDS.DomainParticipant;
import DDS.SampleInfoSeqHolder;
import DDS.Time_t;
import java.util.List;
import java.util.function.Supplier;
import kmtf.Frame;
import kmtf.FrameDataReader;
import kmtf.FrameDataReaderHelper;
import kmtf.FrameDataWriter;
import kmtf.FrameDataWriterHelper;
import kmtf.FrameSeqHolder;
import kmtf.FrameTypeSupportImpl;
import org.c4igateway.dds.api.KmtfFrame;

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
        return new Out(FrameDataWriterHelper.narrow(writer));
    }

    @Override
    public Input<KmtfFrame> input(DataReader reader) {
        return new In(FrameDataReaderHelper.narrow(reader));
    }

    private static Frame foreign(KmtfFrame value) {
        return new Frame((byte) value.lane(), value.body());
    }

    private static KmtfFrame own(Frame sample) {
        return new KmtfFrame(Byte.toUnsignedInt(sample.lane), sample.body);
    }

    private record Out(FrameDataWriter writer) implements Output<KmtfFrame> {
        @Override
        public int write(KmtfFrame value) {
            return writer.write(foreign(value), 0);
        }

        @Override
        public int write(KmtfFrame value, Time_t time) {
            return writer.write_w_timestamp(foreign(value), 0, time);
        }

        @Override
        public int dispose(KmtfFrame value) {
            return writer.dispose(foreign(value), 0);
        }

        @Override
        public int unregister(KmtfFrame value) {
            return writer.unregister_instance(foreign(value), 0);
        }
    }

    private record In(FrameDataReader reader) implements Input<KmtfFrame> {
        @Override
        public int take(List<Supplier<KmtfFrame>> values, SampleInfoSeqHolder infos, int max) {
            FrameSeqHolder samples = new FrameSeqHolder(new Frame[0]);
            int code = reader.take(samples, infos, max, States.ANY, States.ANY, States.ANY);
            for (Frame sample : samples.value) {
                values.add(() -> own(sample));
            }
            return code;
        }
    }
}
