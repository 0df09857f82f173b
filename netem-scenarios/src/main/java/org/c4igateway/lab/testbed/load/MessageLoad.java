package org.c4igateway.lab.testbed.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.topics.mtf.MsgidSet;
import org.c4igateway.topics.mtf.MtfDocument;
import org.c4igateway.topics.mtf.MtfParser;
import org.c4igateway.topics.mtf.rule.MtfProfile;

/** Messages to submit: the sample files as they are, and variations of them drawn by a seed. Immutable. */
public final class MessageLoad {
    /** Of a hundred messages: FLASH, IMMEDIATE, PRIORITY; the rest is ROUTINE. */
    private static final int[] SHARES = {2, 10, 30};

    private final List<Message> samples;

    private MessageLoad(List<Message> samples) {
        this.samples = List.copyOf(samples);
    }

    /**
     * One message. The payload is not copied.
     *
     * @param topicId its topic
     * @param precedence its precedence
     * @param payload its bytes
     */
    public record Message(String topicId, Precedence precedence, byte[] payload) {}

    /**
     * Reads every {@code .mtf} file of a directory; the catalogue tells the topic by the name in MSGID.
     *
     * @throws IOException also when there is none, or one that is no accepted message of the catalogue
     */
    public static MessageLoad read(Path directory, TopicCatalogue catalogue) throws IOException {
        List<Message> samples = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(name -> name.toString().endsWith(".mtf"))
                    .sorted()
                    .toList()) {
                samples.add(sample(file, catalogue));
            }
        }
        if (samples.isEmpty()) {
            throw new IOException("no .mtf file in " + directory);
        }
        return new MessageLoad(samples);
    }

    private static Message sample(Path file, TopicCatalogue catalogue) throws IOException {
        byte[] payload = Files.readAllBytes(file);
        MtfDocument document = MtfParser.parse(payload, MtfProfile.LENIENT);
        Topic topic = document.messageId()
                .map(MsgidSet::name)
                .flatMap(catalogue::findByName)
                .orElseThrow(() -> new IOException(file + " is no message of the catalogue"));
        Precedence precedence = document.heading()
                .precedence()
                .map(prosign -> Precedence.valueOf(prosign.name()))
                .orElse(Precedence.ROUTINE);
        return new Message(topic.id(), precedence, payload);
    }

    /** The sample files, sorted by name. */
    public List<Message> samples() {
        return samples;
    }

    /** This many variations: samples in turn, with a serial number of their own and drawn precedences. */
    public List<Message> generate(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Message> generated = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            Message sample = samples.get(random.nextInt(samples.size()));
            generated.add(new Message(sample.topicId(), precedence(random), numbered(sample.payload(), i + 1)));
        }
        return generated;
    }

    private static Precedence precedence(SplittableRandom random) {
        int drawn = random.nextInt(100);
        if (drawn < SHARES[0]) {
            return Precedence.FLASH;
        }
        if (drawn < SHARES[1]) {
            return Precedence.IMMEDIATE;
        }
        return drawn < SHARES[2] ? Precedence.PRIORITY : Precedence.ROUTINE;
    }

    /** Replaces the serial number of a classic MSGID; ISO 8859-1 carries the other bytes through unchanged. */
    private static byte[] numbered(byte[] payload, int serial) {
        String text = new String(payload, StandardCharsets.ISO_8859_1);
        String changed =
                text.replaceFirst("(?m)^(MSGID/[A-Z0-9. -]+/[A-Z0-9 .-]+/)\\d+", "$1" + String.format("%07d", serial));
        return changed.getBytes(StandardCharsets.ISO_8859_1);
    }
}
