package org.c4igateway.fault;

import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.core.transport.TransportFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * Puts a fault into a node that has this class on its class path. {@code fault-point=POINT:COUNT:FILE} holds it at a
 * {@link KillPoint}; {@code fault-memory=POINT:COUNT:FILE} lets it use up its memory there; {@code fault-refusal=true}
 * lets its transports refuse every message.
 */
@AutoConfiguration
public final class FaultAutoConfiguration {
    private static final String POINT = "fault-point";
    private static final String MEMORY = "fault-memory";
    private static final String REFUSAL = "fault-refusal";

    /** Spring creates it. */
    public FaultAutoConfiguration() {}

    @Bean
    @ConditionalOnProperty(POINT)
    static FailPoint failPoint(Environment environment) {
        return FailPoint.holding(environment.getRequiredProperty(POINT));
    }

    @Bean
    @ConditionalOnProperty(MEMORY)
    static FailPoint memoryPoint(Environment environment) {
        return FailPoint.exhausting(environment.getRequiredProperty(MEMORY));
    }

    @Bean
    @ConditionalOnProperty(POINT)
    static BeanPostProcessor watchedTransports(FailPoint point) {
        return new FactoryWrapping(factory -> WatchedTransport.watched(factory, point));
    }

    @Bean
    @ConditionalOnProperty(REFUSAL)
    static BeanPostProcessor refusingTransports() {
        SendOutcome refused = new SendOutcome.Rejected(ErrorCode.UNKNOWN_TOPIC, "a test has every message refused");
        return new FactoryWrapping(factory -> WatchedTransport.answering(factory, refused));
    }

    /** Hands the node another factory than the one that the adapter made. */
    private record FactoryWrapping(Wrapping wrapping) implements BeanPostProcessor {
        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
            return bean instanceof TransportFactory factory ? wrapping.wrap(factory) : bean;
        }
    }

    private interface Wrapping {
        TransportFactory wrap(TransportFactory factory);
    }
}
