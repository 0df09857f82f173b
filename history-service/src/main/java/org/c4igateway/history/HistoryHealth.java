package org.c4igateway.history;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Up while the service keeps what it hears; out of service until it has joined and while the database is away. */
final class HistoryHealth implements HealthIndicator {
    private final HistoryService service;
    private final String partition;

    HistoryHealth(HistoryService service, String partition) {
        this.service = service;
        this.partition = partition;
    }

    @Override
    public Health health() {
        HistoryLoop history = service.history();
        String problem = history.problem();
        boolean works = service.isRunning() && history.isServing() && problem.isEmpty();
        Health.Builder health = works ? Health.up() : Health.outOfService();
        if (!problem.isEmpty()) {
            health.withDetail("problem", problem);
        }
        return health.withDetail("partition", partition)
                .withDetail("topics", history.topics())
                .withDetail("samples", history.samples())
                .withDetail("waiting", history.waiting())
                .build();
    }
}
