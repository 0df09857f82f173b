package org.c4igateway.dds.transport.credential;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.TemporalAccessor;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.security.auth.x500.X500Principal;
import org.c4igateway.dds.api.xml.XmlTree;

/**
 * Permissions of DDS Security 1.1 (9.4.1.3). One document may hold the grants of many systems, each with a validity of
 * its own. The signature is the library's matter.
 */
public final class PermissionsDocument {
    private static final String DECLARATION = "<?xml ";
    private static final String ROOT = "<dds";
    private static final String END = "</dds>";
    /** Names that RFC 2253 does not have and subjects use. */
    private static final Map<String, String> KEYWORDS =
            Map.of("1.2.840.113549.1.9.1", "EMAILADDRESS", "2.5.4.5", "SERIALNUMBER");

    private final List<Grant> grants;

    private record Grant(Set<String> subject, Instant end) {}

    private PermissionsDocument(List<Grant> grants) {
        this.grants = grants;
    }

    /**
     * @param signed the document in the clear within an S/MIME message
     * @throws IllegalArgumentException when it holds no grant, or a grant without subject or validity
     */
    public static PermissionsDocument read(byte[] signed) {
        String text = new String(signed, StandardCharsets.ISO_8859_1);
        int root = text.indexOf(ROOT);
        int end = text.lastIndexOf(END);
        if (root < 0 || end < root) {
            throw new IllegalArgumentException("no permissions in the clear");
        }
        int declaration = text.lastIndexOf(DECLARATION, root);
        String xml = text.substring(declaration < 0 ? root : declaration, end + END.length());
        List<Grant> grants = XmlTree.parse(xml.getBytes(StandardCharsets.ISO_8859_1)).children().stream()
                .filter(each -> each.name().equals("permissions"))
                .flatMap(permissions -> permissions.children().stream())
                .filter(each -> each.name().equals("grant"))
                .map(PermissionsDocument::grant)
                .toList();
        if (grants.isEmpty()) {
            throw new IllegalArgumentException("no <grant>");
        }
        return new PermissionsDocument(grants);
    }

    /**
     * @return when the first grant of that subject ends, which is the one that the library takes; of a subject that
     *     none names in a way known here, the earliest end of all
     */
    public Instant end(X500Principal subject) {
        Set<String> names = names(subject.getName(X500Principal.RFC2253, KEYWORDS));
        return grants.stream()
                .filter(grant -> grant.subject.equals(names))
                .findFirst()
                .map(Grant::end)
                .orElseGet(() ->
                        grants.stream().map(Grant::end).min(Instant::compareTo).orElseThrow());
    }

    private static Grant grant(XmlTree grant) {
        return new Grant(
                names(required(grant, "subject_name").text()),
                time(required(required(grant, "validity"), "not_after").text()));
    }

    private static XmlTree required(XmlTree parent, String name) {
        return parent.child(name)
                .orElseThrow(() -> new IllegalArgumentException("<" + parent.name() + "> without <" + name + ">"));
    }

    /** As the library compares them: in any order, and between any of three signs. */
    private static Set<String> names(String subject) {
        return Arrays.stream(subject.split("[,/|]"))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .map(PermissionsDocument::name)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static String name(String part) {
        int equals = part.indexOf('=');
        return equals < 0
                ? part
                : part.substring(0, equals).strip().toUpperCase(Locale.ROOT) + "="
                        + part.substring(equals + 1).strip();
    }

    /** An {@code xs:dateTime}; without an offset of UTC. */
    private static Instant time(String text) {
        try {
            TemporalAccessor time =
                    DateTimeFormatter.ISO_DATE_TIME.parseBest(text, OffsetDateTime::from, LocalDateTime::from);
            return time instanceof OffsetDateTime withOffset
                    ? withOffset.toInstant()
                    : LocalDateTime.from(time).toInstant(ZoneOffset.UTC);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("'" + text + "' is no time", e);
        }
    }
}
