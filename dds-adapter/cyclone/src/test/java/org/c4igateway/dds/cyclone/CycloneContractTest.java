package org.c4igateway.dds.cyclone;

import org.c4igateway.dds.api.contract.BackPressureContract;
import org.c4igateway.dds.api.contract.DiscoveryContract;
import org.c4igateway.dds.api.contract.InstanceContract;
import org.c4igateway.dds.api.contract.ParticipantContract;
import org.c4igateway.dds.api.contract.QosContract;
import org.c4igateway.dds.api.contract.QosSupportContract;
import org.c4igateway.dds.api.contract.QosTimeContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The contract kit on Cyclone. */
@Tag("slow")
class CycloneContractTest {
    @Nested
    class Participants extends ParticipantContract {
        Participants() {
            super("cyclone");
        }
    }

    @Nested
    class BackPressure extends BackPressureContract {
        BackPressure() {
            super("cyclone");
        }
    }

    @Nested
    class Instances extends InstanceContract {
        Instances() {
            super("cyclone");
        }
    }

    @Nested
    class Policies extends QosContract {
        Policies() {
            super("cyclone");
        }
    }

    @Nested
    class PoliciesOfTime extends QosTimeContract {
        PoliciesOfTime() {
            super("cyclone");
        }
    }

    @Nested
    class Reference extends QosSupportContract {
        Reference() {
            super("cyclone", 4);
        }
    }

    @Nested
    class Discovery extends DiscoveryContract {
        Discovery() {
            super("cyclone");
        }
    }
}
