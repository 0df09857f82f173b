package org.c4igateway.dds.opendds;

import DDS.BuiltinTopicKey_t;
import DDS.DataReader;
import DDS.DomainParticipant;
import DDS.ParticipantBuiltinTopicData;
import DDS.ParticipantBuiltinTopicDataDataReaderHelper;
import DDS.ParticipantBuiltinTopicDataSeqHolder;
import DDS.PublicationBuiltinTopicData;
import DDS.PublicationBuiltinTopicDataDataReaderHelper;
import DDS.PublicationBuiltinTopicDataSeqHolder;
import DDS.SampleInfo;
import DDS.SampleInfoSeqHolder;
import DDS.SubscriptionBuiltinTopicData;
import DDS.SubscriptionBuiltinTopicDataDataReaderHelper;
import DDS.SubscriptionBuiltinTopicDataSeqHolder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.c4igateway.dds.api.Guid;
import org.c4igateway.dds.api.discovery.DiscoveryView;
import org.c4igateway.dds.api.discovery.DiscoveryView.Endpoint;
import org.c4igateway.dds.api.discovery.DiscoveryView.Kind;
import org.c4igateway.dds.api.discovery.DiscoveryView.Participant;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.opendds.status.ReturnCode;
import org.c4igateway.dds.opendds.status.StateMasks;

/**
 * Reads the built-in topics of a participant. OpenDDS lists there what it has discovered of others, but not what is its
 * own: that is added from the endpoints themselves.
 */
final class OpenDdsDiscovery {
    private static final String PARTICIPANTS = "DCPSParticipant";
    private static final String PUBLICATIONS = "DCPSPublication";
    private static final String SUBSCRIPTIONS = "DCPSSubscription";
    private static final int MAX_SAMPLES = 20_000;
    private static final int GUID_BYTES = 16;
    private static final int ENTITY_PARTICIPANT = 0x1c1;

    private final DomainParticipant participant;
    private final Guid self;

    OpenDdsDiscovery(DomainParticipant participant) {
        this.participant = participant;
        this.self = Guid.of(NativeTypes.guidOfHandle(participant, participant.get_instance_handle()));
    }

    /**
     * Takes a snapshot.
     *
     * @param qos policies of this participant
     */
    DiscoveryView view(Qos qos, List<OpenDdsWriter<?>> writers, List<OpenDdsReader<?>> readers) {
        List<Participant> participants = new ArrayList<>();
        participants.add(new Participant(self, "", qos, true));
        readParticipants(participants);
        List<Endpoint> endpoints = new ArrayList<>();
        for (OpenDdsWriter<?> writer : writers) {
            endpoints.add(own(writer.handle(), Kind.WRITER, writer.description(), writer.matched()));
        }
        for (OpenDdsReader<?> reader : readers) {
            endpoints.add(own(reader.handle(), Kind.READER, reader.description(), reader.matched()));
        }
        readPublications(endpoints);
        readSubscriptions(endpoints);
        return new DiscoveryView(participants, endpoints);
    }

    private Endpoint own(int handle, Kind kind, Description description, int[] matched) {
        Set<Guid> guids = new HashSet<>();
        for (int each : matched) {
            guids.add(Guid.of(NativeTypes.guidOfHandle(participant, each)));
        }
        return new Endpoint(
                Guid.of(NativeTypes.guidOfHandle(participant, handle)),
                self,
                kind,
                description.topic(),
                description.type(),
                description.qos(),
                Optional.of(guids));
    }

    /**
     * What an own endpoint announces.
     *
     * @param topic name of the topic
     * @param type name of the type
     * @param qos its policies
     */
    record Description(String topic, String type, Qos qos) {}

    private DataReader builtIn(String topic) {
        return ReturnCode.created(
                participant.get_builtin_subscriber().lookup_datareader(topic), "find the built-in topic " + topic);
    }

    private void readParticipants(List<Participant> out) {
        var samples = new ParticipantBuiltinTopicDataSeqHolder(new ParticipantBuiltinTopicData[0]);
        SampleInfoSeqHolder infos = new SampleInfoSeqHolder(new SampleInfo[0]);
        int code = ParticipantBuiltinTopicDataDataReaderHelper.narrow(builtIn(PARTICIPANTS))
                .read(samples, infos, MAX_SAMPLES, StateMasks.ANY, StateMasks.ANY, StateMasks.ALIVE);
        for (int i = 0; code == ReturnCode.OK && i < samples.value.length; i++) {
            if (infos.value[i].valid_data) {
                ParticipantBuiltinTopicData it = samples.value[i];
                Guid guid = Guid.of(participantGuid(it.key));
                if (!guid.equals(self)) {
                    out.add(new Participant(guid, "", QosView.participant(it.user_data.value), false));
                }
            }
        }
    }

    private void readPublications(List<Endpoint> out) {
        var samples = new PublicationBuiltinTopicDataSeqHolder(new PublicationBuiltinTopicData[0]);
        SampleInfoSeqHolder infos = new SampleInfoSeqHolder(new SampleInfo[0]);
        int code = PublicationBuiltinTopicDataDataReaderHelper.narrow(builtIn(PUBLICATIONS))
                .read(samples, infos, MAX_SAMPLES, StateMasks.ANY, StateMasks.ANY, StateMasks.ALIVE);
        for (int i = 0; code == ReturnCode.OK && i < samples.value.length; i++) {
            if (infos.value[i].valid_data) {
                PublicationBuiltinTopicData it = samples.value[i];
                addForeign(
                        out,
                        new Endpoint(
                                guid(PUBLICATIONS, it.key),
                                Guid.of(participantGuid(it.participant_key)),
                                Kind.WRITER,
                                it.topic_name,
                                it.type_name,
                                QosView.writer(it),
                                Optional.empty()));
            }
        }
    }

    private void readSubscriptions(List<Endpoint> out) {
        var samples = new SubscriptionBuiltinTopicDataSeqHolder(new SubscriptionBuiltinTopicData[0]);
        SampleInfoSeqHolder infos = new SampleInfoSeqHolder(new SampleInfo[0]);
        int code = SubscriptionBuiltinTopicDataDataReaderHelper.narrow(builtIn(SUBSCRIPTIONS))
                .read(samples, infos, MAX_SAMPLES, StateMasks.ANY, StateMasks.ANY, StateMasks.ALIVE);
        for (int i = 0; code == ReturnCode.OK && i < samples.value.length; i++) {
            if (infos.value[i].valid_data) {
                SubscriptionBuiltinTopicData it = samples.value[i];
                addForeign(
                        out,
                        new Endpoint(
                                guid(SUBSCRIPTIONS, it.key),
                                Guid.of(participantGuid(it.participant_key)),
                                Kind.READER,
                                it.topic_name,
                                it.type_name,
                                QosView.reader(it),
                                Optional.empty()));
            }
        }
    }

    private void addForeign(List<Endpoint> out, Endpoint endpoint) {
        if (!endpoint.guid().sameParticipant(self)) {
            out.add(endpoint);
        }
    }

    /** Before release 3.14 a key is three numbers, for endpoints made up; later it is the GUID. */
    private Guid guid(String topic, BuiltinTopicKey_t key) {
        Object value = key.value;
        return Guid.of(
                value instanceof int[] numbers ? NativeTypes.guidOfKey(participant, topic, numbers) : (byte[]) value);
    }

    /** The three numbers of a participant's key are the bytes of its prefix. */
    private static byte[] participantGuid(BuiltinTopicKey_t key) {
        Object value = key.value;
        if (!(value instanceof int[] numbers)) {
            return (byte[]) value;
        }
        ByteBuffer guid = ByteBuffer.allocate(GUID_BYTES).order(ByteOrder.nativeOrder());
        for (int number : numbers) {
            guid.putInt(number);
        }
        return guid.order(ByteOrder.BIG_ENDIAN).putInt(ENTITY_PARTICIPANT).array();
    }
}
