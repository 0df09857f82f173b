package org.c4igateway.dbbridge.node;

import java.util.List;
import org.c4igateway.dbbridge.node.NodeFileFaults.Fault;

/** What may be wrong in the policy for payloads of {@link NodeFileFaults#FILE}. */
final class ValidationFaults {
    private ValidationFaults() {}

    static List<Fault> all() {
        return List.of(
                policy(
                        "policy with an unknown default",
                        "validation: {default: strct}",
                        "c4i.validation.default: 'strct' is not one of off, carry, lenient, strict, definitions (@3",
                        "Did you mean strict?"),
                policy(
                        "policy with an unknown level of a class",
                        "validation: {classes: {ORDER: definition}}",
                        "c4i.validation.classes.ORDER: 'definition' is not one of off, carry",
                        "(@3",
                        "Set c4i.validation.classes.ORDER to one of off, carry, lenient"),
                policy(
                        "policy with an unknown level of a topic",
                        "validation: {topics: {J071: on}}",
                        "c4i.validation.topics.J071: 'true' is not one of off, carry",
                        "(@3"),
                policy(
                        "policy of an unknown class",
                        "validation: {classes: {ORDERS: strict}}",
                        "c4i.validation.classes.ORDERS: 'ORDERS' is not a traffic class (@3",
                        "Use one of PERIODIC, ALERT"),
                policy(
                        "policy of an unknown topic",
                        "validation: {topics: {A999: off}}",
                        "c4i.validation.topics.A999: topic 'A999' is not in the catalogue (@3",
                        "topics list"),
                policy(
                        "policy with an unknown inbound level",
                        "validation: {inbound: none}",
                        "c4i.validation.inbound: 'none' is not one of off, carry"),
                policy(
                        "policy with a typo in a key",
                        "validation: {defalt: strict}",
                        "c4i.validation.defalt (@3",
                        "nearest: c4i.validation.default"),
                policy(
                        "policy that YAML reads as true",
                        "validation: on",
                        "c4i.validation: 'on' is not one of off, carry, lenient, strict, definitions (@3"),
                policy(
                        "no directory of definitions",
                        "definitions: /no/such/directory",
                        "c4i.definitions: /no/such/directory: the directory cannot be read",
                        "(@3"));
    }

    private static Fault policy(String name, String entry, String... wanted) {
        return Fault.of(name, "system: ALPHA", "system: ALPHA\n  " + entry, wanted);
    }
}
