package org.c4igateway.console.access;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.security.web.csrf.CsrfTokenRepository;
import org.springframework.security.web.csrf.HttpSessionCsrfTokenRepository;

/**
 * Keeps the token of the forms: of a user in the session that a login made, of all others in a cookie. So the server
 * remembers nothing of those who only look at the login page, and a cookie is no token for the forms of a user.
 */
final class FormTokens implements CsrfTokenRepository {
    static final String COOKIE = "c4i-form";

    private final CsrfTokenRepository ofUsers = new HttpSessionCsrfTokenRepository();
    private final CookieCsrfTokenRepository ofOthers = new CookieCsrfTokenRepository();

    FormTokens() {
        ofOthers.setCookieName(COOKIE);
        ofOthers.setCookiePath("/console");
        ofOthers.setCookieCustomizer(cookie -> cookie.httpOnly(true).sameSite("Strict"));
    }

    @Override
    public CsrfToken generateToken(HttpServletRequest request) {
        return kept(request).generateToken(request);
    }

    @Override
    public void saveToken(@Nullable CsrfToken token, HttpServletRequest request, HttpServletResponse response) {
        kept(request).saveToken(token, request, response);
    }

    @Override
    public @Nullable CsrfToken loadToken(HttpServletRequest request) {
        return kept(request).loadToken(request);
    }

    private CsrfTokenRepository kept(HttpServletRequest request) {
        return request.getSession(false) == null ? ofOthers : ofUsers;
    }
}
