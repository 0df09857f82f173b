package org.c4igateway.history;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.dbbridge.filter.CatalogueKeys;
import org.c4igateway.dbbridge.jdbc.DatabaseSettings;
import org.c4igateway.dbbridge.node.settings.NodeProperties;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.UnsupportedQosException;
import org.c4igateway.dds.api.event.EntityKind;
import org.c4igateway.dds.transport.DdsSettings;
import org.c4igateway.dds.transport.DdsTransportFactory;
import org.c4igateway.dds.transport.HistoryQos;
import org.c4igateway.topics.CatalogueException;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.topics.TopicPattern;

/**
 * What a service does, from its configuration.
 *
 * @param topics that it keeps
 * @param qos of their readers and writers
 * @param partition where late readers find the history
 * @param dds how to join the domain
 * @param database where samples are kept
 * @param settings bounds
 */
record HistoryPlan(
        List<Topic> topics,
        HistoryQos qos,
        String partition,
        DdsSettings dds,
        DatabaseSettings database,
        HistoryProperties.HistorySettings settings) {
    private static final String TOPICS = "c4i.history.topics";
    private static final String CLASS = "class:";

    HistoryPlan {
        topics = List.copyOf(topics);
    }

    /** @throws GatewayException.Fatal that names key, value and remedy; joins no domain and asks no database */
    static HistoryPlan of(HistoryProperties properties, DdsSettings dds, Instant now) {
        TopicCatalogue catalogue = catalogue(properties);
        List<Topic> topics = topics(properties.history().topics(), catalogue);
        String partition = properties.partition(dds);
        HistoryQos qos =
                new HistoryQos(dds, partition, properties.history().bounds().limits());
        NodeProperties.require(
                dds.security().directory() == null,
                DdsSettings.PREFIX + ".security.directory",
                dds.security().directory(),
                "nothing: the history service does not join a domain with DDS Security");
        new DdsTransportFactory(dds).check(Set.of(), catalogue, now);
        DdsProvider provider = DdsProvider.named(dds.provider());
        topics.forEach(topic -> check(topic, qos, provider));
        return new HistoryPlan(topics, qos, partition, dds, properties.databaseSettings(), properties.history());
    }

    private static TopicCatalogue catalogue(HistoryProperties properties) {
        if (properties.catalogue() == null) {
            return TopicCatalogue.reference();
        }
        try {
            return TopicCatalogue.load(properties.catalogue());
        } catch (CatalogueException e) {
            throw new GatewayException.Fatal(
                            ErrorCode.CATALOGUE,
                            "c4i.catalogue: " + e.getMessage(),
                            "Correct the file; './c4i topics validate " + properties.catalogue() + "' checks it.",
                            e)
                    .about("c4i.catalogue");
        }
    }

    private static List<Topic> topics(List<String> patterns, TopicCatalogue catalogue) {
        NodeProperties.require(
                !patterns.isEmpty(), TOPICS, null, "a list of topics, such as [A021, \"J*\", class:ORDER]");
        List<TopicPattern> wanted = new ArrayList<>();
        for (int i = 0; i < patterns.size(); i++) {
            wanted.add(pattern(TOPICS + "[" + i + "]", patterns.get(i), catalogue));
        }
        return catalogue.topics().stream()
                .filter(topic -> wanted.stream().anyMatch(pattern -> pattern.covers(topic)))
                .toList();
    }

    private static TopicPattern pattern(String key, String text, TopicCatalogue catalogue) {
        NodeProperties.require(
                TopicPattern.isPattern(text),
                key,
                text,
                "a topic id, with * for any characters, or class: and a traffic class");
        if (text.startsWith(CLASS)) {
            var _ = CatalogueKeys.requireClass(key, text.substring(CLASS.length()));
        } else if (!text.contains("*")) {
            CatalogueKeys.requireTopic(key, text, catalogue);
        }
        TopicPattern pattern = new TopicPattern(text);
        NodeProperties.require(
                catalogue.topics().stream().anyMatch(pattern::covers),
                key,
                text,
                "a pattern that some topic of the catalogue matches");
        return pattern;
    }

    private static void check(Topic topic, HistoryQos qos, DdsProvider provider) {
        try {
            provider.check(qos.writer(topic), EntityKind.WRITER);
            provider.check(qos.reader(topic), EntityKind.READER);
        } catch (UnsupportedQosException e) {
            throw new GatewayException.Fatal(
                            ErrorCode.CONFIGURATION,
                            DdsSettings.PREFIX + ": the history of " + topic.id() + ": " + e.getMessage(),
                            "Set " + DdsSettings.PREFIX + ".provider to 'cyclone', or change the policy below "
                                    + DdsSettings.PREFIX + ".qos.",
                            e)
                    .about(DdsSettings.PREFIX + ".provider");
        }
    }

    TopicIndex.Bounds bounds(Topic topic) {
        var kept = qos.kept(topic);
        return new TopicIndex.Bounds(
                kept.history().depth().orElseThrow(),
                kept.limits().maxSamples(),
                kept.limits().maxInstances(),
                settings.bounds().bytes().toBytes());
    }
}
