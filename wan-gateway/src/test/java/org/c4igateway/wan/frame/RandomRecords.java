package org.c4igateway.wan.frame;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.wan.frame.record.CatalogueIndex;
import org.c4igateway.wan.frame.record.LinkRecord;
import org.c4igateway.wan.frame.record.LinkRecord.MessageRecord;
import org.c4igateway.wan.frame.record.LinkRecord.ReceiptRecord;
import org.c4igateway.wan.frame.record.LinkRecord.SiteReport;
import org.c4igateway.wan.frame.record.LinkRecord.SiteSystem;

/** Records of every kind with everything that may be in them, drawn by a seed. */
public final class RandomRecords {
    private static final long NOW = 1_795_219_200_000_000_000L;

    private final RandomGenerator random;
    private final CatalogueIndex catalogue;

    public RandomRecords(long seed, CatalogueIndex catalogue) {
        this.random = Traffic.random(seed);
        this.catalogue = catalogue;
    }

    public LinkRecord next() {
        return switch (random.nextInt(5)) {
            case 0 -> receipt();
            case 1 -> report();
            default -> message();
        };
    }

    private MessageRecord message() {
        List<String> destinations = names(random.nextInt(20) == 0 ? 300 : 4);
        byte[] payload = new byte[random.nextInt(600)];
        random.nextBytes(payload);
        long created = time();
        long expires = switch (random.nextInt(4)) {
            case 0 -> Long.MAX_VALUE;
            case 1 -> created + 1_000_000_000L * random.nextInt(100_000);
            case 2 -> created - 5;
            default -> random.nextLong();
        };
        KmtfMessage message = new KmtfMessage(
                name(),
                random.nextBoolean() ? "" : name(),
                number(),
                random.nextInt(4) == 0 ? name() : catalogue.ids().get(random.nextInt(catalogue.size())),
                random.nextInt(4),
                created,
                expires,
                0,
                random.nextInt(4) == 0 ? number() : 0,
                random.nextBoolean() ? "" : name(),
                destinations,
                payload);
        return new MessageRecord(message, sourceTime(), random.nextBoolean() ? destinations : names(3), names(3));
    }

    private ReceiptRecord receipt() {
        long[] delivered = new long[2 * random.nextInt(5)];
        for (int i = 0; i < delivered.length; i += 2) {
            long a = number();
            long b = number();
            delivered[i] = Long.compareUnsigned(a, b) < 0 ? a : b;
            delivered[i + 1] = Long.compareUnsigned(a, b) < 0 ? b : a;
        }
        long[] rejected = new long[random.nextInt(3)];
        List<String> reasons = new ArrayList<>();
        for (int i = 0; i < rejected.length; i++) {
            rejected[i] = number();
            reasons.add(name());
        }
        String receiver = random.nextInt(20) == 0 ? "R".repeat(2_000) : name();
        return new ReceiptRecord(
                new KmtfReceipt(receiver, name(), delivered, rejected, reasons), sourceTime(), names(3));
    }

    private SiteReport report() {
        List<SiteSystem> systems = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            boolean same = random.nextBoolean();
            List<String> topics = new ArrayList<>(catalogue.digests());
            topics.removeIf(topic -> !same && random.nextBoolean());
            topics.addAll(
                    same ? List.of() : List.of("X1=00000001", topics.getFirst().substring(0, 5) + "ffffffff"));
            String hash = same ? catalogue.hash() : name();
            KmtfNode.Database database = new KmtfNode.Database(number(), name(), number());
            systems.add(new SiteSystem(name(), number(), hash, topics, names(3), number(), database));
        }
        List<String> interest = new ArrayList<>(catalogue.ids());
        interest.removeIf(topic -> random.nextInt(3) == 0);
        interest.addAll(names(2));
        return new SiteReport(name(), number(), number(), interest, systems);
    }

    private long time() {
        return switch (random.nextInt(4)) {
            case 0 -> NOW + random.nextInt();
            case 1 -> NOW + 1_000L * random.nextInt();
            case 2 -> NOW;
            default -> random.nextLong();
        };
    }

    private long sourceTime() {
        return Math.floorMod(time(), 0xffff_ffffL * 1_000_000_000);
    }

    private long number() {
        return random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(1_000_000);
    }

    private List<String> names(int most) {
        List<String> names = new ArrayList<>();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            names.add(name());
        }
        return names;
    }

    private String name() {
        return random.nextInt(10) == 0 ? "부대 " + random.nextInt(100) : "SYS-" + random.nextInt(1_000);
    }
}
