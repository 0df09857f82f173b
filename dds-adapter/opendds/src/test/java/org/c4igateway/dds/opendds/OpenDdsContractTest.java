package org.c4igateway.dds.opendds;

import org.c4igateway.dds.api.contract.DiscoveryContract;
import org.c4igateway.dds.api.contract.InstanceContract;
import org.c4igateway.dds.api.contract.ParticipantContract;
import org.c4igateway.dds.api.contract.QosContract;
import org.c4igateway.dds.api.contract.QosSupportContract;
import org.c4igateway.dds.api.contract.QosTimeContract;
import org.junit.jupiter.api.Nested;

/** The contract kit on OpenDDS. */
class OpenDdsContractTest {
    private static final int COLUMN = 5;

    @Nested
    class Participants extends ParticipantContract {
        Participants() {
            super(OpenDdsProvider.NAME);
        }
    }

    @Nested
    class Instances extends InstanceContract {
        Instances() {
            super(OpenDdsProvider.NAME);
        }
    }

    @Nested
    class Policies extends QosContract {
        Policies() {
            super(OpenDdsProvider.NAME, "DESTINATION_ORDER", "TRANSPORT_PRIORITY");
        }
    }

    @Nested
    class PoliciesOfTime extends QosTimeContract {
        PoliciesOfTime() {
            super(OpenDdsProvider.NAME, "DESTINATION_ORDER");
        }
    }

    @Nested
    class Reference extends QosSupportContract {
        Reference() {
            super(OpenDdsProvider.NAME, COLUMN);
        }
    }

    @Nested
    class Discovery extends DiscoveryContract {
        Discovery() {
            super(OpenDdsProvider.NAME);
        }
    }
}
