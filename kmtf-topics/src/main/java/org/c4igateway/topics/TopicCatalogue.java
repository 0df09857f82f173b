package org.c4igateway.topics;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The message types a node knows, in the order of their file. Immutable and safe for any thread.
 *
 * <p>File format: CSV in UTF-8 with a header row naming the columns {@code id, name, title, functional_area,
 * traffic_class} and, where wanted, {@code reliability} (RELIABLE or BEST_EFFORT) and {@code lifespan} (ISO 8601, such
 * as PT30S or P7D). Empty override cells mean the default of the class. Lines starting with '#' are comments.
 */
public final class TopicCatalogue {
    private static final String REFERENCE = "reference-catalogue.csv";

    private final Map<String, Topic> byId;
    private final Map<String, Topic> byName;
    private final List<Topic> topics;
    private final String contentHash;

    private TopicCatalogue(List<Topic> topics) {
        this.topics = List.copyOf(topics);
        Map<String, Topic> ids = new LinkedHashMap<>();
        Map<String, Topic> names = new HashMap<>();
        for (Topic topic : topics) {
            ids.put(topic.id(), topic);
            names.put(topic.name(), topic);
        }
        this.byId = ids;
        this.byName = names;
        this.contentHash = hash(topics);
    }

    /**
     * The 270 public APP-11(C) identifiers, used instead of the KMTF list, which is not public. Reads a resource of
     * this module.
     */
    public static TopicCatalogue reference() {
        try (InputStream in =
                Objects.requireNonNull(TopicCatalogue.class.getResourceAsStream(REFERENCE), "resource " + REFERENCE)) {
            return parse(REFERENCE, in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads and validates a catalogue file. Blocks on file reading.
     *
     * @throws CatalogueException listing every problem with file, line and reason
     */
    public static TopicCatalogue load(Path csv) throws CatalogueException {
        try {
            if (Files.size(csv) > CatalogueCsv.MAX_FILE_BYTES) {
                throw new CatalogueException(
                        List.of(csv + ":1: the file is larger than " + CatalogueCsv.MAX_FILE_BYTES + " bytes"));
            }
            return parse(csv.toString(), Files.readAllBytes(csv));
        } catch (IOException e) {
            throw new CatalogueException(List.of(csv + ":1: cannot be read: " + e));
        }
    }

    private static TopicCatalogue parse(String file, byte[] content) {
        return new TopicCatalogue(new CatalogueCsv(file).read(content));
    }

    /**
     * A part of this catalogue.
     *
     * @param wanted asked with the id of each topic
     * @return its topics of which that is true, in the same order; maybe none
     */
    public TopicCatalogue only(Predicate<String> wanted) {
        return new TopicCatalogue(
                topics.stream().filter(topic -> wanted.test(topic.id())).toList());
    }

    /** The topic with this id. */
    public Optional<Topic> find(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** The topic whose MTF message name (first field of MSGID) is this. */
    public Optional<Topic> findByName(String mtfName) {
        return Optional.ofNullable(byName.get(mtfName));
    }

    /** All topics in the order of the file; at least one, except in a part. */
    public List<Topic> topics() {
        return topics;
    }

    /** SHA-256 in lower-case hexadecimal over what {@link Topic#digest()} covers; independent of row order. */
    public String contentHash() {
        return contentHash;
    }

    /** Digest per topic id, in file order: what one node tells another. */
    public Map<String, Integer> digests() {
        Map<String, Integer> digests = new LinkedHashMap<>();
        topics.forEach(topic -> digests.put(topic.id(), topic.digest()));
        return digests;
    }

    /**
     * What differs between this catalogue and another one told by its digests.
     *
     * @return mismatches ordered by topic id; empty when both agree
     */
    public List<TopicMismatch> compare(Map<String, Integer> otherDigests) {
        List<TopicMismatch> mismatches = new ArrayList<>();
        TreeSet<String> ids = new TreeSet<>(byId.keySet());
        ids.addAll(otherDigests.keySet());
        for (String id : ids) {
            Topic here = byId.get(id);
            Integer there = otherDigests.get(id);
            if (here == null) {
                mismatches.add(new TopicMismatch(id, TopicMismatch.Kind.MISSING_HERE));
            } else if (there == null) {
                mismatches.add(new TopicMismatch(id, TopicMismatch.Kind.MISSING_THERE));
            } else if (here.digest() != there) {
                mismatches.add(new TopicMismatch(id, TopicMismatch.Kind.DIFFERENT));
            }
        }
        return List.copyOf(mismatches);
    }

    private static String hash(List<Topic> topics) {
        MessageDigest digest = Sha256.begin();
        topics.stream()
                .map(Topic::canonical)
                .sorted()
                .forEach(line -> digest.update((line + '\n').getBytes(StandardCharsets.UTF_8)));
        return HexFormat.of().formatHex(digest.digest());
    }
}
