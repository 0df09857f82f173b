package org.c4igateway.dbbridge.node;

import java.util.List;
import org.c4igateway.dbbridge.node.NodeFileFaults.Fault;

/** What may be wrong in the filters of {@link NodeFileFaults#FILE}. */
final class SubscriptionFaults {
    private SubscriptionFaults() {}

    static List<Fault> all() {
        return List.of(
                filter(
                        "filter on an unknown field",
                        "topics: {A004: precedense <= FLASH}",
                        "c4i.subscriptions.topics.A004: 'precedense <= FLASH' is not accepted: line 1, column 1:"
                                + " undeclared reference to 'precedense' (@4",
                        "an expression that is true for wanted messages"),
                filter(
                        "filter on a field that the set does not have",
                        "topics: {J071: \"mtf.field('TRACK', 'identiy') == 'HOSTILE'\"}",
                        "set TRACK has no field 'identiy'; it has track number, environment, identity",
                        "(@4"),
                filter(
                        "filter that compares a number with a text",
                        "classes: {REPORT: precedence == 'FLASH'}",
                        "c4i.subscriptions.classes.REPORT: 'precedence == 'FLASH'' is not accepted: line 1, column 12:"
                                + " found no matching overload",
                        "(@4"),
                filter(
                        "filter that is no condition",
                        "classes: {REPORT: precedence}",
                        "c4i.subscriptions.classes.REPORT: 'precedence' is not accepted",
                        "expected type 'bool' but found 'int' (@4"),
                filter(
                        "filter that is no expression",
                        "topics: {A004: size <}",
                        "c4i.subscriptions.topics.A004: 'size <' is not accepted: line 1, column 7: mismatched input"),
                filter(
                        "filter of an unknown topic",
                        "topics: {A999: 'true'}",
                        "c4i.subscriptions.topics.A999: topic 'A999' is not in the catalogue (@4",
                        "topics list"),
                filter(
                        "filter of an unknown class",
                        "classes: {REPORTS: 'true'}",
                        "c4i.subscriptions.classes.REPORTS: 'REPORTS' is not a traffic class (@4",
                        "Use one of PERIODIC, ALERT"));
    }

    private static Fault filter(String name, String entry, String... wanted) {
        return Fault.of(name, "system: ALPHA", "system: ALPHA\n  subscriptions:\n    " + entry, wanted);
    }
}
