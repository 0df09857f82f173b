package org.c4igateway.app.web;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.apache.coyote.InputBuffer;
import org.apache.tomcat.util.http.InvalidParameterException;

/**
 * Lets a few requests be answered at a time. A form is read whole, within a time, before its request takes a place, so
 * that clients which send slowly hold nobody up. Requests for health take no place. Any thread; blocks the thread of
 * the request, of which each has one of its own.
 */
final class RequestPlaces extends ValveBase {
    private static final int PLACES = 8;
    private static final Duration LONGEST_FORM = Duration.ofSeconds(30);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);
    private static final String HEALTH = "/actuator/health";

    private final Semaphore places = new Semaphore(PLACES, true);
    private final LongSupplier nanos;

    /** @param nanos a clock that is never set */
    RequestPlaces(LongSupplier nanos) {
        super(true);
        this.nanos = nanos;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        if (request.getDecodedRequestURI() == null) {
            getNext().invoke(request, response); // refused already: it has no address
            return;
        }
        org.apache.coyote.Request wire = request.getCoyoteRequest();
        InputBuffer connection = wire.getInputBuffer();
        TimedInput body = new TimedInput(connection, nanos, nanos.getAsLong() + LONGEST_FORM.toNanos());
        wire.setInputBuffer(body);
        try {
            int refusal = readForm(request, body);
            if (refusal == 0) {
                answer(request, response);
            } else {
                wire.action(ActionCode.DISABLE_SWALLOW_INPUT, null);
                response.sendError(refusal);
            }
        } finally {
            wire.setInputBuffer(connection); // it serves the next request as well
        }
    }

    /** @return status of the refusal, 0 when the form could be read or there is none */
    private static int readForm(Request request, TimedInput body) throws IOException {
        request.setCharacterEncoding(StandardCharsets.UTF_8.name());
        try {
            var _ = request.getParameterMap();
            return 0;
        } catch (IllegalStateException e) {
            if (body.isOver()) {
                return HttpServletResponse.SC_REQUEST_TIMEOUT;
            }
            return e instanceof InvalidParameterException wrong
                    ? wrong.getErrorCode()
                    : HttpServletResponse.SC_BAD_REQUEST;
        }
    }

    private void answer(Request request, Response response) throws IOException, ServletException {
        if (request.getMethod().equals("GET") && isHealth(request.getDecodedRequestURI())) {
            getNext().invoke(request, response);
        } else if (takesPlace()) {
            try {
                getNext().invoke(request, response);
            } finally {
                places.release();
            }
        } else {
            response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
        }
    }

    private static boolean isHealth(String path) {
        return path.equals(HEALTH) || path.startsWith(HEALTH + "/");
    }

    private boolean takesPlace() {
        try {
            return places.tryAcquire(LONGEST_WAIT.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
