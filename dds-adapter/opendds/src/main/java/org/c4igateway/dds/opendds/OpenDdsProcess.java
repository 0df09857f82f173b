package org.c4igateway.dds.opendds;

import DDS.DomainParticipant;
import DDS.DomainParticipantFactory;
import DDS.DomainParticipantQos;
import DDS.DomainParticipantQosHolder;
import DDS.PARTICIPANT_QOS_DEFAULT;
import OpenDDS.DCPS.TheParticipantFactory;
import OpenDDS.DCPS.transport.TheTransportRegistry;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.c4igateway.dds.api.DdsException;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy.UserData;
import org.c4igateway.dds.opendds.status.ReturnCode;
import org.omg.CORBA.StringSeqHolder;

/**
 * OpenDDS is one per process: its factory, the configuration of each domain, and the numbers of the transports. A
 * domain keeps the configuration that it was first joined with.
 */
final class OpenDdsProcess {
    /**
     * A short wait when it stops, and members aligned from the end of the encapsulation header, as CDR has it: before
     * release 3.14 OpenDDS aligns from its beginning unless told otherwise. A repository is given addresses instead of
     * names, which it may not be able to resolve.
     */
    private static final String[] ARGUMENTS = {
        "-DCPSPendingTimeout", "3", "-DCPSRTISerialization", "1", "-ORBDottedDecimalAddresses", "1"
    };

    private static final OpenDdsProcess INSTANCE = new OpenDdsProcess();

    private final DomainParticipantFactory factory;
    private final Map<Integer, String> domains = new HashMap<>();
    private int transports;

    private OpenDdsProcess() {
        NativeTypes.load();
        this.factory = ReturnCode.created(
                TheParticipantFactory.WithArgs(new StringSeqHolder(ARGUMENTS.clone())), "start OpenDDS");
    }

    static DomainParticipant join(DomainConfig config, Qos qos) {
        synchronized (INSTANCE) {
            return INSTANCE.joinDomain(config, qos);
        }
    }

    static void leave(DomainParticipant participant) {
        synchronized (INSTANCE) {
            participant.delete_contained_entities();
            INSTANCE.factory.delete_participant(participant);
        }
    }

    private DomainParticipant joinDomain(DomainConfig config, Qos qos) {
        String domain = OpenDdsIni.domain(config);
        String before = domains.get(config.domainId());
        if (before == null) {
            configure(domain);
            domains.put(config.domainId(), domain);
        } else if (!before.equals(domain)) {
            throw new DdsException("provider 'opendds' has one configuration per domain and process; domain "
                    + config.domainId() + " was joined with another");
        }
        int number = ++transports;
        configure(OpenDdsIni.transport(config, number));
        DomainParticipant participant = ReturnCode.created(
                factory.create_participant(config.domainId(), policies(qos), null, 0), "join " + config);
        TheTransportRegistry.bind_config(OpenDdsIni.transportName(config.domainId(), number), participant);
        return participant;
    }

    private static void configure(String ini) {
        try {
            if (!NativeTypes.configure(ini)) {
                throw new DdsException("OpenDDS does not accept this configuration:\n" + ini);
            }
        } catch (IOException e) {
            throw new DdsException("the configuration of OpenDDS cannot be written to a file", e);
        }
    }

    private DomainParticipantQos policies(Qos qos) {
        DomainParticipantQosHolder holder = new DomainParticipantQosHolder(PARTICIPANT_QOS_DEFAULT.get());
        ReturnCode.check(factory.get_default_participant_qos(holder), "get the default QoS of participants");
        qos.find(UserData.class).ifPresent(data -> holder.value.user_data.value = OpenDdsQos.octets(data.value()));
        return holder.value;
    }
}
