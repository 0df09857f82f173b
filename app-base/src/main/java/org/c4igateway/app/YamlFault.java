package org.c4igateway.app;

import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** Says where a file is not YAML, without the line itself, which may hold a password. */
public final class YamlFault {
    private YamlFault() {}

    /** @return such as {@code not YAML: line 3, column 15: found character '@' that cannot start any token} */
    public static String text(MarkedYAMLException fault) {
        Mark mark = fault.getProblemMark();
        String place = mark == null ? "" : "line " + (mark.getLine() + 1) + ", column " + (mark.getColumn() + 1) + ": ";
        return "not YAML: " + place + fault.getProblem();
    }
}
