package org.c4igateway.cli.security;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.topics.TrafficClass;

/** The XML documents of DDS Security 1.1 (9.4), unsigned. */
final class SecurityDocuments {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss", Locale.ROOT);
    private static final Pattern DOMAIN = Pattern.compile("<id>\\s*(\\d{1,3})\\s*</id>");
    private static final Pattern VALIDITY = Pattern.compile("<validity>.*?</validity>", Pattern.DOTALL);
    private static final List<String> CONTROL_TOPICS = List.of("C4I_RECEIPT", "C4I_NODE");

    private SecurityDocuments() {}

    /** Names in a distinguished name as the permissions have to repeat it. */
    static String subject(String system) {
        return "CN=" + system + ",O=C4I laboratory";
    }

    /**
     * Only participants with an identity are admitted, everything is encrypted, and the right to write and read is
     * decided by the permissions. RTPS messages are signed as a whole as well, which alone protects heartbeats.
     */
    static String governance(int domain) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <dds xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
                    xsi:noNamespaceSchemaLocation="omg_shared_ca_domain_governance.xsd">
                  <domain_access_rules>
                    <domain_rule>
                      <domains><id>%d</id></domains>
                      <allow_unauthenticated_participants>false</allow_unauthenticated_participants>
                      <enable_join_access_control>true</enable_join_access_control>
                      <discovery_protection_kind>ENCRYPT</discovery_protection_kind>
                      <liveliness_protection_kind>ENCRYPT</liveliness_protection_kind>
                      <rtps_protection_kind>SIGN</rtps_protection_kind>
                      <topic_access_rules>
                        <topic_rule>
                          <topic_expression>*</topic_expression>
                          <enable_discovery_protection>true</enable_discovery_protection>
                          <enable_liveliness_protection>true</enable_liveliness_protection>
                          <enable_read_access_control>true</enable_read_access_control>
                          <enable_write_access_control>true</enable_write_access_control>
                          <metadata_protection_kind>ENCRYPT</metadata_protection_kind>
                          <data_protection_kind>NONE</data_protection_kind>
                        </topic_rule>
                      </topic_access_rules>
                    </domain_rule>
                  </domain_access_rules>
                </dds>
                """.formatted(domain);
    }

    /** @return the domain of a document, if it names one and no other */
    static OptionalInt domain(String document) {
        List<String> ids = DOMAIN.matcher(document)
                .results()
                .map(id -> id.group(1))
                .distinct()
                .toList();
        return ids.size() == 1 && !document.contains("<id_range>")
                ? OptionalInt.of(Integer.parseInt(ids.getFirst()))
                : OptionalInt.empty();
    }

    /** @return whether the document says when its grants are valid */
    static boolean hasValidity(String document) {
        return VALIDITY.matcher(document).find();
    }

    /** @return the document, whose grants are valid in this time */
    static String valid(String document, Instant from, Instant until) {
        return VALIDITY.matcher(document).replaceAll(validity(from, until));
    }

    private static String validity(Instant from, Instant until) {
        return "<validity><not_before>" + TIME.format(from.atOffset(ZoneOffset.UTC)) + "</not_before><not_after>"
                + TIME.format(until.atOffset(ZoneOffset.UTC)) + "</not_after></validity>";
    }

    /** What one system may do, everything else denied. */
    static String permissions(Grant grant, int domain, Instant from, Instant until, TopicCatalogue catalogue) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <dds xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
                    xsi:noNamespaceSchemaLocation="omg_shared_ca_permissions.xsd">
                  <permissions>
                    <grant name="%s">
                      <subject_name>%s</subject_name>
                      %s
                      <allow_rule>
                        <domains><id>%d</id></domains>
                        <publish>
                %s        </publish>
                        <subscribe>
                %s        </subscribe>
                      </allow_rule>
                      <default>DENY</default>
                    </grant>
                  </permissions>
                </dds>
                """.formatted(
                        grant.system(),
                        subject(grant.system().value()),
                        validity(from, until),
                        domain,
                        topics(grant.publishes(), catalogue),
                        topics(grant.subscribes(), catalogue));
    }

    /** All topics of the catalogue are one pattern, so that users' own catalogues keep working. */
    private static String topics(Set<TrafficClass> classes, TopicCatalogue catalogue) {
        boolean all = classes.size() == TrafficClass.values().length;
        Stream<String> messages = all
                ? Stream.of("KMTF_*")
                : catalogue.topics().stream()
                        .filter(topic -> classes.contains(topic.trafficClass()))
                        .map(Topic::id)
                        .map(id -> "KMTF_" + id);
        StringBuilder xml = new StringBuilder("          <topics>\n");
        Stream.concat(messages, CONTROL_TOPICS.stream())
                .forEach(name -> xml.append("            <topic>").append(name).append("</topic>\n"));
        return xml.append("          </topics>\n          <partitions><partition>*</partition></partitions>\n")
                .toString();
    }
}
