package org.c4igateway.dbbridge.node.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.c4igateway.core.contract.InMemoryNetwork;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.PeerAbsence;
import org.c4igateway.core.transport.TransportAlarm;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.node.reload.PathRenewal.WentBack;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a data path tells its transports, and what it hears from them. */
@ExtendWith(PostgresExtension.class)
class PathTransportsTest {
    private static final SystemName ALPHA = new SystemName("ALPHA");
    private static final SystemName BRAVO = new SystemName("BRAVO");
    private static final SystemName CHARLIE = new SystemName("CHARLIE");

    private final InMemoryNetwork network = new InMemoryNetwork();
    private final ToldTransports transports = new ToldTransports(network.factory(false));
    private final NodePathSite alpha;

    PathTransportsTest(PostgresServer server) {
        alpha = new NodePathSite(ALPHA, BRAVO, server.database(), transports, Map.of());
    }

    @AfterEach
    void close() {
        alpha.close();
    }

    @Test
    void saysWhatItsTransportsSay() throws Exception {
        PeerAbsence absence = new PeerAbsence(PeerAbsence.Reason.NO_ADDRESS, "");
        TransportAlarm alarm = new TransportAlarm(ErrorCode.NAME_CONFLICT, "two of a name");
        transports.absences.put(BRAVO, absence);
        transports.alarms.add(alarm);
        alpha.open();

        ActiveNode active = Objects.requireNonNull(alpha.path.active());
        assertThat(active.absence(BRAVO)).isEqualTo(Optional.of(absence));
        assertThat(active.absence(CHARLIE)).isEmpty();
        assertThat(active.alarms()).containsExactly(alarm);
    }

    @Test
    void tellsATransportOfEachDestinationThatItDidNotOpenWith() throws Exception {
        alpha.open();
        alpha.path.add(CHARLIE, transports.name());
        alpha.path.add(CHARLIE, transports.name());

        assertThat(transports.joined).containsExactly(CHARLIE);
    }

    @Test
    void sendsToADestinationThatIsAddedWhileItOpens() throws Exception {
        transports.meanwhile = () -> alpha.path.add(CHARLIE, transports.name());
        alpha.open();

        assertThat(alpha.path.peers()).containsOnlyKeys(BRAVO, CHARLIE);
    }

    /** What has opened holds a name or a port that the former path needs. */
    @Test
    void leavesNoTransportOpenWhenAnotherOneDoesNotOpen() throws Exception {
        alpha.open();
        PortFactory never = new PortFactory(network.factory(false), self -> false) {
            @Override
            public String name() {
                return "never";
            }
        };
        assertThat(alpha.renew(alpha.plan(List.of(transports, never), Map.of()), () -> true))
                .isInstanceOfSatisfying(
                        WentBack.class, back -> assertThat(back.serving()).isTrue());

        assertThat(transports.contexts).hasSize(3);
    }

    /** A lease's listener that is silent for longer is taken for dead. */
    @Test
    void waitsForReceiptsNoLongerThanALeaseCan() {
        assertThat(drain("5s")).isEqualTo(Duration.ofSeconds(5));
        assertThat(drain("31s")).isEqualTo(Duration.ofSeconds(30));
    }

    private Duration drain(String timeout) {
        return alpha.plan(transports, Map.of("c4i.drain-timeout", timeout)).drain();
    }
}
