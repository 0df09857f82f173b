package org.c4igateway.console.page;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;

/** Names of topics beside their ids, and ids by a part of a name. */
final class CatalogueNames {
    private final Supplier<TopicCatalogue> present;

    /** @param present topics of the node now */
    CatalogueNames(Supplier<TopicCatalogue> present) {
        this.present = present;
    }

    /** The name of a topic; empty when the catalogue does not have it. */
    public String of(String id) {
        return present.get().find(id).map(Topic::name).orElse("");
    }

    /**
     * Ids of topics whose id or name contains a text. An id is itself alone. What the catalogue does not have may still
     * be the id of a message.
     */
    Optional<Set<String>> matching(String text) {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        TopicCatalogue catalogue = present.get();
        String capital = text.toUpperCase(Locale.ROOT);
        if (catalogue.find(text).isPresent() || catalogue.find(capital).isPresent()) {
            return Optional.of(new HashSet<>(List.of(text, capital)));
        }
        Set<String> found = catalogue.topics().stream()
                .filter(topic -> topic.id().contains(capital) || topic.name().contains(capital))
                .map(Topic::id)
                .collect(Collectors.toSet());
        return Optional.of(found.isEmpty() ? Set.of(text) : found);
    }
}
