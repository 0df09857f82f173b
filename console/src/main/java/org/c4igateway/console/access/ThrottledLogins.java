package org.c4igateway.console.access;

import org.c4igateway.console.access.LoginThrottle.Decision;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.LockedException;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.authentication.WebAuthenticationDetails;

/** Asks the throttle before a password is checked. Thread-safe. */
final class ThrottledLogins implements AuthenticationProvider {
    private static final int LONGEST_ADDRESS = 64;

    private final AuthenticationProvider passwords;
    private final LoginThrottle throttle;

    /** @param passwords knows users and their passwords */
    ThrottledLogins(AuthenticationProvider passwords, LoginThrottle throttle) {
        this.passwords = passwords;
        this.throttle = throttle;
    }

    /** @throws LockedException when the attempt is held back */
    @Override
    public @Nullable Authentication authenticate(Authentication login) {
        String address = address(login);
        switch (throttle.begin(login.getName(), address)) {
            case Decision.Held held -> throw new LockedException("held back for " + held.rest());
            case Decision.Admitted _ -> {}
        }
        Authentication known = passwords.authenticate(login);
        throttle.accepted(login.getName(), address);
        return known;
    }

    /** @return where a login came from, at most 64 characters */
    static String address(Authentication login) {
        if (login.getDetails() instanceof WebAuthenticationDetails details && details.getRemoteAddress() != null) {
            String address = details.getRemoteAddress();
            return address.length() > LONGEST_ADDRESS ? address.substring(0, LONGEST_ADDRESS) : address;
        }
        throw new IllegalStateException("a login without an address: " + login.getClass());
    }

    @Override
    public boolean supports(Class<?> authentication) {
        return passwords.supports(authentication);
    }
}
