package org.c4igateway.console.page;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.dbbridge.node.NodeStatus;
import org.c4igateway.dbbridge.trail.ActionLine;
import org.c4igateway.dbbridge.trail.OperatorActions;
import org.c4igateway.dbbridge.trail.Page;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

/** The whole log of actions as a file of comma-separated values (RFC 4180), newest first; read and sent in pages. */
@Controller
final class ActionsFile {
    private static final int ROWS = 500;
    private static final String COLUMNS =
            "id,at,actor,action,reason,system,sequence,destination,dead_letter,new_sequence";

    /** With it spreadsheets read UTF-8. */
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final NodeStatus node;
    private final OperatorActions actions;

    ActionsFile(NodeStatus node, OperatorActions actions) {
        this.node = node;
        this.actions = actions;
    }

    @GetMapping("/console/actions.csv")
    void file(HttpServletResponse response) throws IOException {
        // Before the headers: when the database does not answer, the error has its own page.
        Page<ActionLine> page = actions.log(Long.MAX_VALUE, ROWS);
        response.setContentType("text/csv");
        response.setCharacterEncoding(StandardCharsets.UTF_8.name());
        response.setHeader("Content-Disposition", "attachment; filename=\"actions-" + node.system() + ".csv\"");
        Writer out = response.getWriter();
        out.write(BYTE_ORDER_MARK + COLUMNS + "\r\n");
        write(page, out);
        try {
            while (page.next().isPresent()) {
                page = actions.log(page.next().getAsLong(), ROWS);
                write(page, out);
            }
        } catch (GatewayException e) {
            // Not as an error page within the file: the connection breaks, so that nobody takes a part for the whole.
            throw new IOException("the database stopped answering before the end of the log", e);
        }
    }

    private void write(Page<ActionLine> page, Writer out) throws IOException {
        for (ActionLine line : page.rows()) {
            out.write(Stream.of(
                            Long.toString(line.id()),
                            line.at().toString(),
                            line.actor(),
                            line.action(),
                            line.reason(),
                            node.system().value(),
                            Long.toString(line.sequence()),
                            line.destination(),
                            number(line.deadLetter()),
                            number(line.newSequence()))
                    .map(ActionsFile::cell)
                    .collect(Collectors.joining(",", "", "\r\n")));
        }
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
