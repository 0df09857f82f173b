package org.c4igateway.wan.frame.record;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.watch.PacedWarning;
import org.c4igateway.dds.api.cdr.WireLimits;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.wan.frame.record.LinkRecord.SiteReport;
import org.c4igateway.wan.frame.record.LinkRecord.SiteSystem;
import org.c4igateway.wan.frame.wire.GapCode;
import org.c4igateway.wan.frame.wire.RefusalReason;
import org.c4igateway.wan.frame.wire.WireIn;
import org.c4igateway.wan.frame.wire.WireOut;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Layout of a site report's record.
 *
 * <pre>
 *  context  octet   kind (4; kind 3 told nothing of databases and is refused)
 *           octet   1 topics by number
 *  text     2 bytes only flag 1: start of the catalogue's hash
 *           text    site
 *           varint  incarnation
 *           varint  number of the report
 *           topics  interest, by id
 *           varint  number of systems
 *           each:   text    system
 *                   varint  incarnation
 *                   text    content hash of its catalogue, empty for that of flag 1
 *                   topics  its topics, by id and digest
 *                   varint  number of sites on the path, texts
 *                   8 bytes way
 *                   varint  number of its node's start
 *                   text    identity of its database
 *                   varint  days for which it remembers identities
 *
 *  topics   bits    only flag 1: those with a number, see {@link GapCode}
 *           varint  number of others, texts
 * </pre>
 */
final class SiteReportLayout {
    private static final Logger LOG = LoggerFactory.getLogger(SiteReportLayout.class);
    private static final PacedWarning WARNING = new PacedWarning(System::nanoTime);
    /** More than the front of a record and the number of systems take. */
    private static final int FRONT_BYTES = 256;

    private static final int NUMBERED = 1;
    private static final int MAX_SYSTEMS = SiteReport.MAX_SYSTEMS;

    private SiteReportLayout() {}

    /** @param mayNumber whether to write numbers; not with a system that has no hash, which would get that of flag 1 */
    static byte[] write(SiteReport report, boolean mayNumber, CatalogueIndex catalogue) {
        boolean numbered = mayNumber
                && report.systems().stream()
                        .noneMatch(system -> system.catalogueHash().isEmpty());
        WireOut out = new WireOut(256);
        if (numbered) {
            out.fixed(catalogue.tag(), 2);
        }
        out.text(report.site()).varint(report.incarnation()).varint(report.number());
        writeTopics(report.interest(), numbered ? catalogue.byId() : Map.of(), numbered, out);
        writeSystems(report, numbered, catalogue, out);
        byte[] context = {RecordCodec.SITE_REPORT, (byte) (numbered ? NUMBERED : 0)};
        return RecordHead.begin(context, new long[0], out.size())
                .raw(out.array(), 0, out.size())
                .toArray();
    }

    /** Those for which the record has room; the others are left out, and the log tells how many. */
    private static void writeSystems(SiteReport report, boolean numbered, CatalogueIndex catalogue, WireOut out) {
        WireOut systems = new WireOut(256);
        int written = 0;
        for (SiteSystem system : report.systems()) {
            WireOut one = new WireOut(256);
            writeSystem(system, numbered, catalogue, one);
            if (out.size() + systems.size() + one.size() <= RecordCodec.MAX_BYTES - FRONT_BYTES) {
                systems.raw(one.array(), 0, one.size());
                written++;
            }
        }
        out.varint(written).raw(systems.array(), 0, systems.size());
        int left = report.systems().size() - written;
        if (left > 0) {
            WARNING.next()
                    .ifPresent(others -> LOG.warn(
                            "{} of {} systems are left out of a report, because a record has no room for them; {} other"
                                    + " reports since the last such line",
                            left,
                            report.systems().size(),
                            others));
        }
    }

    private static void writeSystem(SiteSystem system, boolean numbered, CatalogueIndex catalogue, WireOut out) {
        boolean known = numbered && system.catalogueHash().equals(catalogue.hash());
        out.text(system.system()).varint(system.incarnation());
        out.text(known ? "" : system.catalogueHash());
        writeTopics(system.topics(), numbered ? catalogue.byDigest() : Map.of(), numbered, out);
        RecordCodec.writeNames(system.path(), out);
        out.fixed(system.way(), 8);
        out.varint(system.database().start()).text(system.database().identity());
        out.varint(system.database().identityDays());
    }

    private static void writeTopics(List<String> topics, Map<String, Integer> numbers, boolean numbered, WireOut out) {
        BitSet bits = new BitSet();
        List<String> others = new ArrayList<>();
        for (String topic : topics) {
            Integer number = numbers.get(topic);
            if (number == null) {
                others.add(topic);
            } else {
                bits.set(number);
            }
        }
        if (numbered) {
            GapCode.write(bits, out);
        }
        RecordCodec.writeNames(others, out);
    }

    static RecordReading read(RecordIn record, CatalogueIndex catalogue) {
        int flags = record.context().octet();
        boolean numbered = flags == NUMBERED;
        if (flags > NUMBERED) {
            record.context().fail("an unknown flag");
        }
        WireIn in = record.text();
        int tag = numbered ? (int) in.fixed(2) : catalogue.tag();
        if (tag != catalogue.tag() && !record.failed()) {
            return RecordCodec.refused(
                    RefusalReason.FOREIGN_CATALOGUE, "a report numbered by catalogue %04x".formatted(tag));
        }
        String site = RecordIn.name(in);
        long incarnation = in.varint();
        long number = in.varint();
        List<String> interest = readTopics(in, numbered ? catalogue.ids() : List.of(), numbered);
        List<SiteSystem> systems = new ArrayList<>();
        int count = in.count(Math.min(MAX_SYSTEMS, in.remaining()), "number of systems");
        for (int i = 0; i < count && !in.failed(); i++) {
            systems.add(readSystem(in, numbered, catalogue));
        }
        record.finish();
        return record.failed()
                ? record.refused()
                : new RecordReading.Read(new SiteReport(site, incarnation, number, interest, systems));
    }

    private static SiteSystem readSystem(WireIn in, boolean numbered, CatalogueIndex catalogue) {
        String system = RecordIn.name(in);
        long incarnation = in.varint();
        String hash = RecordIn.name(in);
        List<String> topics = readTopics(in, numbered ? catalogue.digests() : List.of(), numbered);
        List<String> path = RecordIn.names(in, LinkRecord.MAX_HOPS);
        long way = in.fixed(8);
        String known = hash.isEmpty() && numbered ? catalogue.hash() : hash;
        KmtfNode.Database database = new KmtfNode.Database(in.varint(), RecordIn.name(in), in.varint());
        return new SiteSystem(system, incarnation, known, topics, path, way, database);
    }

    private static List<String> readTopics(WireIn in, List<String> numbers, boolean numbered) {
        BitSet bits = numbered ? GapCode.read(in) : new BitSet(0);
        if (bits.length() > numbers.size()) {
            in.fail("topic number " + (bits.length() - 1));
            return List.of();
        }
        List<String> topics = new ArrayList<>(bits.cardinality());
        bits.stream().forEach(number -> topics.add(numbers.get(number)));
        topics.addAll(RecordIn.names(in, WireLimits.MAX_STRINGS));
        return topics;
    }
}
