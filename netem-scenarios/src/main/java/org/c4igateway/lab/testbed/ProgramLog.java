package org.c4igateway.lab.testbed;

/**
 * What the libraries of a program log, on standard error, when the program is none of the project's applications. By
 * default Logback prints each step of a middleware.
 */
public final class ProgramLog {
    private static final String FILE_KEY = "logback.configurationFile";
    private static final String FILE = "org/c4igateway/lab/testbed/program-log.xml";
    private static final String LEVEL_KEY = "c4i.program.log";

    private ProgramLog() {}

    /** @return option of the JVM: warnings only */
    public static String warnings() {
        return "-D" + FILE_KEY + "=" + FILE;
    }

    /** Starts and failovers of a broker as well. For this process, before it uses the first library. */
    public static void informative() {
        System.setProperty(FILE_KEY, FILE);
        System.setProperty(LEVEL_KEY, "INFO");
    }
}
