package org.c4igateway.test.process;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.jdbc.DatabaseSettings;
import org.c4igateway.dbbridge.node.NodeApplication;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.health.actuate.endpoint.HealthDescriptor;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts a node with both transports until it serves its database, and ends it: what an AOT cache is made of. */
final class StartTraining {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private StartTraining() {}

    static void main() {
        try (PostgresServer server = PostgresServer.start();
                TestDatabase database = server.database();
                ConfigurableApplicationContext node = start(database.bridge())) {
            HealthEndpoint health = node.getBean(HealthEndpoint.class);
            Awaitility.await().atMost(PATIENCE).until(() -> isReady(health));
        }
        System.exit(0); // the library of the embedded server may leave threads
    }

    private static boolean isReady(HealthEndpoint health) {
        HealthDescriptor readiness = health.healthForPath("readiness");
        return readiness != null && readiness.getStatus().equals(Status.UP);
    }

    private static ConfigurableApplicationContext start(DatabaseSettings database) {
        return SpringApplication.run(
                NodeApplication.class,
                "--c4i.system=ALPHA",
                "--c4i.database.url=" + database.url(),
                "--c4i.database.username=" + database.user(),
                "--c4i.database.password=" + database.password(),
                "--c4i.destinations[BRAVO]=jms",
                "--c4i.destinations[CHARLIE]=dds",
                "--c4i.transports.jms.enabled=true",
                "--c4i.transports.jms.port=0",
                "--c4i.transports.jms.credentials.user=training",
                "--c4i.transports.jms.credentials.password=training",
                "--c4i.transports.jms.peers[BRAVO]=127.0.0.1:9",
                "--c4i.transports.dds.enabled=true",
                "--c4i.transports.dds.provider=cyclone",
                "--c4i.transports.dds.domain-id=200",
                "--c4i.transports.dds.partition=training",
                "--c4i.transports.dds.network.interfaces[0]=lo",
                "--server.port=0");
    }
}
