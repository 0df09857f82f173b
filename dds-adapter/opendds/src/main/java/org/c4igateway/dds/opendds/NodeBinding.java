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
import kmtf.Node;
import kmtf.NodeDataReader;
import kmtf.NodeDataReaderHelper;
import kmtf.NodeDataWriter;
import kmtf.NodeDataWriterHelper;
import kmtf.NodeSeqHolder;
import kmtf.NodeTypeSupportImpl;
import org.c4igateway.dds.api.KmtfNode;

/** {@code kmtf::Node}. */
final class NodeBinding implements TypeBinding<KmtfNode> {
    @Override
    public String register(DomainParticipant participant) {
        NodeTypeSupportImpl support = new NodeTypeSupportImpl();
        ReturnCode.check(support.register_type(participant, ""), "register kmtf::Node");
        return support.get_type_name();
    }

    @Override
    public Output<KmtfNode> output(DataWriter writer) {
        return new Out(NodeDataWriterHelper.narrow(writer));
    }

    @Override
    public Input<KmtfNode> input(DataReader reader) {
        return new In(NodeDataReaderHelper.narrow(reader));
    }

    private static Node foreign(KmtfNode value) {
        return new Node(
                text(value.system()),
                value.incarnation(),
                text(value.catalogueHash()),
                texts(value.topics()),
                text(value.via()));
    }

    private static KmtfNode own(Node sample) {
        return new KmtfNode(
                sample.system, sample.incarnation, sample.catalogue_hash, List.of(sample.topics), sample.via);
    }

    private record Out(NodeDataWriter writer) implements Output<KmtfNode> {
        @Override
        public int write(KmtfNode value) {
            return writer.write(foreign(value), 0);
        }

        @Override
        public int write(KmtfNode value, Time_t time) {
            return writer.write_w_timestamp(foreign(value), 0, time);
        }

        @Override
        public int dispose(KmtfNode value) {
            return writer.dispose(foreign(value), 0);
        }

        @Override
        public int unregister(KmtfNode value) {
            return writer.unregister_instance(foreign(value), 0);
        }
    }

    private record In(NodeDataReader reader) implements Input<KmtfNode> {
        @Override
        public int take(List<Supplier<KmtfNode>> values, SampleInfoSeqHolder infos, int max) {
            NodeSeqHolder samples = new NodeSeqHolder(new Node[0]);
            int code = reader.take(samples, infos, max, States.ANY, States.ANY, States.ANY);
            for (Node sample : samples.value) {
                values.add(() -> own(sample));
            }
            return code;
        }
    }
}
