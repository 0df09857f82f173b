package org.c4igateway.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** One command run in this process, and what it said. */
public record CommandRun(int status, String out, String err) {
    public static CommandRun of(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = C4i.run(new PrintWriter(out), new PrintWriter(err), arguments);
        return new CommandRun(status, out.toString(), err.toString());
    }
}
