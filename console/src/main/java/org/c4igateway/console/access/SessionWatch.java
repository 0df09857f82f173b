package org.c4igateway.console.access;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.util.function.LongSupplier;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Ends sessions at their limits, before their user is looked up. The server's own limit counts every request, and an
 * open page makes one every two seconds.
 */
final class SessionWatch extends OncePerRequestFilter {
    private static final String STARTED = "c4i.started";
    private static final String USERS = "c4i.users";
    private static final String LAST_ACTION = "c4i.last-action";

    private final SessionLimits limits;
    private final LongSupplier nanos;
    private final LongSupplier users;

    /**
     * @param nanos a clock that is never set
     * @param users a number that differs when the users were changed; sessions under earlier ones end
     */
    SessionWatch(SessionLimits limits, LongSupplier nanos, LongSupplier users) {
        this.limits = limits;
        this.nanos = nanos;
        this.users = users;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        HttpSession session = request.getSession(false);
        long now = nanos.getAsLong();
        long current = users.getAsLong();
        if (session != null) {
            if (since(session, USERS, current) != current
                    || now - since(session, LAST_ACTION, now) >= limits.idle().toNanos()
                    || now - since(session, STARTED, now) >= limits.longest().toNanos()) {
                session.invalidate();
            } else if (isAction(request.getRequestURI())) {
                session.setAttribute(LAST_ACTION, now);
            }
        }
        try {
            chain.doFilter(request, response);
        } finally {
            begin(request, now, current);
        }
    }

    /** A login of this request is one of the users as they were when it came, however late its second request comes. */
    private static void begin(HttpServletRequest request, long now, long current) {
        HttpSession session = request.getSession(false);
        if (session != null) {
            since(session, USERS, current);
            since(session, LAST_ACTION, now);
            since(session, STARTED, now);
        }
    }

    /** The number of a session's attribute; now when this is its first request here. */
    private static long since(HttpSession session, String attribute, long now) {
        if (session.getAttribute(attribute) instanceof Long time) {
            return time;
        }
        session.setAttribute(attribute, now);
        return now;
    }

    /** Requests that a page makes without its user: the feed, and the automatic refresh. */
    private static boolean isAction(String path) {
        return !path.equals("/console/live") && !path.endsWith("-now");
    }
}
