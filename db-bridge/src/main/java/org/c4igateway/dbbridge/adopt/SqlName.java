package org.c4igateway.dbbridge.adopt;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.c4igateway.topics.yaml.YamlNode;

/**
 * A name in a database: of a column, or of a table or sequence with its schema. Printed it is always quoted, so that no
 * name can be anything but a name.
 *
 * @param parts from the outside to the inside, as the catalogue of the database has them
 */
public record SqlName(List<String> parts) {
    /** A plain part, which SQL folds to lower case, or a quoted one, which stays as it is. */
    private static final Pattern PART = Pattern.compile("([A-Za-z_][A-Za-z0-9_$]*)|\"((?:[^\"\\x00]|\"\")+)\"");

    private static final int LONGEST = 63;

    public SqlName {
        parts = List.copyOf(parts);
        if (parts.isEmpty() || parts.stream().anyMatch(part -> part.isEmpty() || part.indexOf(0) >= 0)) {
            throw new IllegalArgumentException("no name: " + parts);
        }
    }

    /** Reads the name of a table or sequence, {@code schema.name}. */
    static SqlName qualified(YamlNode place) {
        SqlName name = parse(place);
        if (name.parts.size() != 2) {
            throw place.fault("'" + place.text() + "' needs its schema: write SCHEMA.NAME");
        }
        return name;
    }

    /** Reads the name of a column. */
    static SqlName column(YamlNode place) {
        return column(place, place.text());
    }

    /** Reads the name of a column that is the key of a map at that place. */
    static SqlName column(YamlNode place, String text) {
        SqlName name = parse(place, text);
        if (name.parts.size() != 1) {
            throw place.fault("'" + text + "' is not the name of one column");
        }
        return name;
    }

    private static SqlName parse(YamlNode place) {
        return parse(place, place.text());
    }

    private static SqlName parse(YamlNode place, String text) {
        List<String> parts = new ArrayList<>();
        Matcher matcher = PART.matcher(text);
        int at = 0;
        while (true) {
            matcher.region(at, text.length());
            if (!matcher.lookingAt()) {
                throw place.fault("'" + text
                        + "' is not a name: write NAME or SCHEMA.NAME, with double quotes around special characters");
            }
            String plain = matcher.group(1);
            String part = plain != null
                    ? plain.toLowerCase(Locale.ROOT)
                    : matcher.group(2).replace("\"\"", "\"");
            if (part.length() > LONGEST) {
                throw place.fault("'" + part + "' is longer than " + LONGEST + " characters");
            }
            parts.add(part);
            at = matcher.end();
            if (at == text.length()) {
                return new SqlName(parts);
            }
            if (text.charAt(at) != '.') {
                throw place.fault("'" + text + "' is not a name: '" + text.charAt(at) + "' does not belong there");
            }
            at++;
        }
    }

    /** @return the schema of a table or sequence, quoted */
    public String quotedSchema() {
        return quote(parts.getFirst());
    }

    /** @return the whole name, quoted */
    public String quoted() {
        return parts.stream().map(SqlName::quote).collect(Collectors.joining("."));
    }

    /** @return the name of the column, or of the table without its schema, as the catalogue has it */
    public String last() {
        return parts.getLast();
    }

    /** @return the name for people */
    @Override
    public String toString() {
        return String.join(".", parts);
    }

    /** @return an identifier in double quotes */
    static String quote(String identifier) {
        return '"' + identifier.replace("\"", "\"\"") + '"';
    }

    /** @return a text as a literal; not for texts with a backslash */
    static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
