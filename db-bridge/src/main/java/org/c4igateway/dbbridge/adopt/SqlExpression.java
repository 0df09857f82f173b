package org.c4igateway.dbbridge.adopt;

import org.c4igateway.topics.yaml.YamlNode;

/**
 * One SQL expression of a mapping. Its author is the administrator of the database; the rules here are against
 * accidents: an expression cannot end the statement that it stands in, nor hide the rest of it. Immutable.
 */
public final class SqlExpression {
    private static final int LONGEST = 10_000;

    /** What {@link AdoptionScript} quotes function bodies with. */
    private static final String BODY_QUOTE = "$c4i";

    private final String text;
    private final YamlNode place;

    private SqlExpression(YamlNode place) {
        this.place = place;
        this.text = place.text().strip();
    }

    /**
     * Reads an expression.
     *
     * @throws YamlNode.Fault when it is empty, has an unbalanced quote or parenthesis, a semicolon or a comment
     */
    static SqlExpression read(YamlNode place) {
        SqlExpression expression = new SqlExpression(place);
        expression.requireOneExpression();
        return expression;
    }

    private void requireOneExpression() {
        if (text.isEmpty()) {
            throw place.fault("an SQL expression is missing here");
        }
        if (text.length() > LONGEST || text.indexOf(0) >= 0 || text.contains(BODY_QUOTE)) {
            throw place.fault("an expression has at most " + LONGEST + " characters, no NUL and no " + BODY_QUOTE);
        }
        int open = 0;
        int at = 0;
        while (at < text.length()) {
            char here = text.charAt(at);
            switch (here) {
                case '\'', '"', '`' -> at = closingQuote(at);
                case '(' -> open++;
                case ')' -> open--;
                case ';' -> throw place.fault("an expression has no semicolon");
                case '$' -> throw place.fault("an expression has no dollar sign outside of quotes");
                default -> requireNoComment(at);
            }
            if (open < 0) {
                throw place.fault("a parenthesis closes that was not opened");
            }
            at++;
        }
        if (open > 0) {
            throw place.fault("a parenthesis is not closed");
        }
    }

    private int closingQuote(int from) {
        int end = text.indexOf(text.charAt(from), from + 1);
        if (end < 0) {
            throw place.fault("a quote is not closed");
        }
        if (text.charAt(end - 1) == '\\') {
            throw place.fault("no backslash before a quote: databases disagree on what it means; write chr(92)");
        }
        return end;
    }

    private void requireNoComment(int at) {
        if (text.startsWith("--", at) || text.startsWith("/*", at)) {
            throw place.fault("an expression has no comment");
        }
    }

    /** @return the expression in parentheses */
    public String sql() {
        return "(" + text + ")";
    }

    /** @return as it is written */
    public String text() {
        return text;
    }

    /** @return a complaint about it, with its place in the file */
    public YamlNode.Fault fault(String reason) {
        return place.fault(reason);
    }

    @Override
    public String toString() {
        return text;
    }
}
