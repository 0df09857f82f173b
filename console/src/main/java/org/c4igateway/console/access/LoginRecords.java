package org.c4igateway.console.access;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.dbbridge.trail.LoginLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;
import org.springframework.security.authentication.event.AbstractAuthenticationEvent;
import org.springframework.security.authentication.event.AuthenticationFailureBadCredentialsEvent;
import org.springframework.security.authentication.event.AuthenticationFailureLockedEvent;
import org.springframework.security.authentication.event.AuthenticationSuccessEvent;

/**
 * Counts logins and records accepted and refused ones in the interface database and the node's log. Attempts that are
 * held back are only counted. Unknown names are not recorded, because they may be passwords. A login does not fail if
 * it cannot be recorded.
 */
final class LoginRecords {
    private static final Logger LOG = LoggerFactory.getLogger(LoginRecords.class);

    private final LoginLog log;
    private final ConsoleUsers users;
    private final Counter accepted;
    private final Counter refused;
    private final Counter held;

    LoginRecords(LoginLog log, ConsoleUsers users, MeterRegistry meters) {
        this.log = log;
        this.users = users;
        this.accepted = counter(meters, "accepted");
        this.refused = counter(meters, "refused");
        this.held = counter(meters, "held");
    }

    private static Counter counter(MeterRegistry meters, String result) {
        return Counter.builder("c4i.console.logins")
                .description("Logins to the console")
                .tag("result", result)
                .register(meters);
    }

    @EventListener
    void accepted(AuthenticationSuccessEvent event) {
        accepted.increment();
        write(event, true);
    }

    @EventListener
    void refused(AuthenticationFailureBadCredentialsEvent event) {
        refused.increment();
        write(event, false);
    }

    @EventListener
    void held(AuthenticationFailureLockedEvent event) {
        held.increment();
    }

    private void write(AbstractAuthenticationEvent event, boolean wasAccepted) {
        String given = event.getAuthentication().getName();
        String actor = users.exists(given) ? given : "";
        String address = ThrottledLogins.address(event.getAuthentication());
        LOG.info(
                "Login of {} from {} {}",
                actor.isEmpty() ? "(nobody)" : actor,
                address,
                wasAccepted ? "accepted" : "refused");
        try {
            log.record(actor, address, wasAccepted);
        } catch (GatewayException e) {
            LOG.warn("{}", e.getMessage());
        }
    }
}
