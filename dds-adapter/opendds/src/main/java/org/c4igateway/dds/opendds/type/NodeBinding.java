package org.c4igateway.dds.opendds.type;

import static org.c4igateway.dds.opendds.type.TypeBinding.text;
import static org.c4igateway.dds.opendds.type.TypeBinding.texts;

import DDS.DataReader;
import DDS.DataWriter;
import DDS.DomainParticipant;
import java.util.List;
import kmtf.Node;
import kmtf.NodeDataReader;
import kmtf.NodeDataReaderHelper;
import kmtf.NodeDataWriter;
import kmtf.NodeDataWriterHelper;
import kmtf.NodeSeqHolder;
import kmtf.NodeTypeSupportImpl;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.opendds.status.ReturnCode;
import org.c4igateway.dds.opendds.status.StateMasks;

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
        NodeDataWriter typed = NodeDataWriterHelper.narrow(writer);
        return new Converting<>(
                NodeBinding::foreign,
                sample -> typed.write(sample, 0),
                (sample, time) -> typed.write_w_timestamp(sample, 0, time),
                sample -> typed.dispose(sample, 0),
                sample -> typed.unregister_instance(sample, 0));
    }

    @Override
    public Input<KmtfNode> input(DataReader reader) {
        NodeDataReader typed = NodeDataReaderHelper.narrow(reader);
        return (values, infos, max) -> {
            NodeSeqHolder samples = new NodeSeqHolder(new Node[0]);
            int code = typed.take(samples, infos, max, StateMasks.ANY, StateMasks.ANY, StateMasks.ANY);
            for (Node sample : samples.value) {
                values.add(() -> own(sample));
            }
            return code;
        };
    }

    private static Node foreign(KmtfNode value) {
        return new Node(
                text(value.system()),
                value.incarnation(),
                text(value.catalogueHash()),
                texts(value.topics()),
                text(value.via()),
                value.database().start(),
                text(value.database().identity()),
                value.database().identityDays());
    }

    private static KmtfNode own(Node sample) {
        return new KmtfNode(
                sample.system,
                sample.incarnation,
                sample.catalogue_hash,
                List.of(sample.topics),
                sample.via,
                new KmtfNode.Database(sample.start, sample.database, sample.identity_days));
    }
}
