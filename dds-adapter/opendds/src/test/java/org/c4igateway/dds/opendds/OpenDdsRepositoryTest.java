package org.c4igateway.dds.opendds;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.c4igateway.dds.api.DomainConfig.Multicast;
import org.c4igateway.dds.api.DomainConfig.Network;
import org.c4igateway.dds.api.contract.ContractDomain;
import org.c4igateway.dds.api.contract.InstanceContract;
import org.c4igateway.dds.api.contract.ParticipantContract;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/**
 * The contract kit where participants find each other through a repository and send no multicast. Skipped where OpenDDS
 * was built without one.
 */
class OpenDdsRepositoryTest {
    private static @Nullable RepositoryProcess repository;

    @BeforeAll
    static void startRepository() throws IOException {
        Optional<Path> program = RepositoryProcess.program();
        assumeTrue(program.isPresent(), "DDS_ROOT names no OpenDDS with bin/DCPSInfoRepo");
        repository = RepositoryProcess.start(program.orElseThrow());
    }

    @AfterAll
    static void stopRepository() {
        if (repository != null) {
            repository.close();
        }
    }

    private static ContractDomain domain() {
        Optional<String> address = Optional.ofNullable(repository).map(RepositoryProcess::address);
        Network network = new Network(List.of("lo"), Multicast.NONE, List.of(), address);
        return new ContractDomain(OpenDdsProvider.NAME, network);
    }

    @Nested
    class Participants extends ParticipantContract {
        Participants() {
            super(domain());
        }
    }

    @Nested
    class Instances extends InstanceContract {
        Instances() {
            super(domain());
        }
    }
}
