package org.c4igateway.console.access;

import jakarta.servlet.http.HttpServletRequest;
import java.security.cert.X509Certificate;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.web.authentication.preauth.AbstractPreAuthenticatedProcessingFilter;

/**
 * Logs in who shows the certificate of a user, which the server has checked. Who shows another one or none goes on
 * without a login. A login by password stays, whatever certificate comes with it. Only a request that changes nothing
 * logs in: a form without a session has no token but that of a cookie, which another site may have set.
 */
final class CertificateLogins extends AbstractPreAuthenticatedProcessingFilter {
    private static final String CERTIFICATES = "jakarta.servlet.request.X509Certificate";

    private static final Set<String> READING = Set.of("GET", "HEAD");

    private final ConsoleUsers users;

    CertificateLogins(AuthenticationManager logins, ConsoleUsers users) {
        this.users = users;
        setAuthenticationManager(logins);
    }

    @Override
    protected @Nullable Object getPreAuthenticatedPrincipal(HttpServletRequest request) {
        X509Certificate certificate = READING.contains(request.getMethod()) ? shown(request) : null;
        return certificate == null ? null : users.nameOf(certificate);
    }

    @Override
    protected @Nullable Object getPreAuthenticatedCredentials(HttpServletRequest request) {
        return shown(request);
    }

    private static @Nullable X509Certificate shown(HttpServletRequest request) {
        return request.getAttribute(CERTIFICATES) instanceof X509Certificate[] chain && chain.length > 0
                ? chain[0]
                : null;
    }
}
