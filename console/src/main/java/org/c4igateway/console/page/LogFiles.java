package org.c4igateway.console.page;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.dbbridge.node.NodeStatus;
import org.c4igateway.dbbridge.trail.ActionLine;
import org.c4igateway.dbbridge.trail.LoginLine;
import org.c4igateway.dbbridge.trail.LoginLog;
import org.c4igateway.dbbridge.trail.OperatorActions;
import org.c4igateway.dbbridge.trail.Page;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

/**
 * The whole logs of actions and of logins as files of comma-separated values (RFC 4180), newest first; read and sent in
 * pages.
 */
@Controller
final class LogFiles {
    private static final int ROWS = 500;
    private static final String ACTION_COLUMNS =
            "id,at,actor,action,reason,system,sequence,destination,dead_letter,new_sequence";
    private static final String LOGIN_COLUMNS = "id,at,actor,address,result";

    /** With it spreadsheets read UTF-8. */
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final NodeStatus node;
    private final OperatorActions actions;
    private final LoginLog logins;

    LogFiles(NodeStatus node, OperatorActions actions, LoginLog logins) {
        this.node = node;
        this.actions = actions;
        this.logins = logins;
    }

    @GetMapping("/console/actions.csv")
    void actions(HttpServletResponse response) throws IOException {
        send("actions", ACTION_COLUMNS, before -> actions.log(before, ROWS), this::cells, response);
    }

    @GetMapping("/console/logins.csv")
    void logins(HttpServletResponse response) throws IOException {
        send("logins", LOGIN_COLUMNS, before -> logins.page(before, ROWS), LogFiles::cells, response);
    }

    private <T> void send(
            String name,
            String columns,
            LongFunction<Page<T>> pages,
            Function<T, List<String>> cells,
            HttpServletResponse response)
            throws IOException {
        // Before the headers: when the database does not answer, the error has its own page.
        Page<T> page = pages.apply(Long.MAX_VALUE);
        response.setContentType("text/csv");
        response.setCharacterEncoding(StandardCharsets.UTF_8.name());
        response.setHeader("Content-Disposition", "attachment; filename=\"" + name + "-" + node.system() + ".csv\"");
        Writer out = response.getWriter();
        out.write(BYTE_ORDER_MARK + columns + "\r\n");
        write(page, cells, out);
        try {
            while (page.next().isPresent()) {
                page = pages.apply(page.next().getAsLong());
                write(page, cells, out);
            }
        } catch (GatewayException e) {
            // Not as an error page within the file: the connection breaks, so that nobody takes a part for the whole.
            throw new IOException("the database stopped answering before the end of the log", e);
        }
    }

    private static <T> void write(Page<T> page, Function<T, List<String>> cells, Writer out) throws IOException {
        for (T line : page.rows()) {
            out.write(cells.apply(line).stream().map(LogFiles::cell).collect(Collectors.joining(",", "", "\r\n")));
        }
    }

    private List<String> cells(ActionLine line) {
        return List.of(
                Long.toString(line.id()),
                line.at().toString(),
                line.actor(),
                line.action(),
                line.reason(),
                node.system().value(),
                Long.toString(line.sequence()),
                line.destination(),
                number(line.deadLetter()),
                number(line.newSequence()));
    }

    private static List<String> cells(LoginLine line) {
        return List.of(
                Long.toString(line.id()),
                line.at().toString(),
                line.actor(),
                line.address(),
                line.accepted() ? "accepted" : "refused");
    }

    private static String number(OptionalLong number) {
        return number.isPresent() ? Long.toString(number.getAsLong()) : "";
    }

    /** A text that a spreadsheet would take for a formula gets an apostrophe, as operators write reasons freely. */
    static String cell(String text) {
        String safe = !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
        return safe.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
                ? '"' + safe.replace("\"", "\"\"") + '"'
                : safe;
    }
}
