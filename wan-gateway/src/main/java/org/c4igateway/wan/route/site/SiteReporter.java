package org.c4igateway.wan.route.site;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.wan.frame.record.LinkRecord;
import org.c4igateway.wan.frame.record.LinkRecord.SiteReport;
import org.c4igateway.wan.frame.record.LinkRecord.SiteSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the site reports for the neighbours: the systems at this site and behind it. Split horizon: the report for a
 * link omits systems that this site reaches over that link, and topics that this site does not carry.
 */
public final class SiteReporter {
    private static final Logger LOG = LoggerFactory.getLogger(SiteReporter.class);

    private final String self;
    private final long incarnation;
    /** What each link was given last. */
    private final Map<String, SiteReport> last = new HashMap<>();

    private long number;

    public SiteReporter(String self, long incarnation) {
        this.self = self;
        this.incarnation = incarnation;
    }

    /** The last report that a link was given, if any, must be sent again: a peer may have lost it. */
    public void repeat(String link) {
        last.remove(link);
    }

    /** The link was given that report. */
    public void given(String link, SiteReport report) {
        last.put(link, report);
    }

    /**
     * Call {@link #given} when the link has taken the report.
     *
     * @param peers sites at the other end of the link
     * @param way this site's own: differs for each time when something on the LAN may have been lost
     * @return nothing when the last report for the link still holds
     */
    public Optional<SiteReport> report(String link, List<String> peers, SiteNodes nodes, SiteTable table, long way) {
        Set<String> interest = new TreeSet<>(nodes.interest());
        List<SiteSystem> systems = new ArrayList<>();
        for (KmtfNode node : nodes.ready()) {
            systems.add(new SiteSystem(
                    node.system(),
                    node.incarnation(),
                    node.catalogueHash(),
                    node.topics(),
                    List.of(),
                    way,
                    node.database()));
        }
        for (FarSystem far : table.systems()) {
            boolean told = !far.next().link().equals(link)
                    && !nodes.isHere(far.name())
                    && far.path().size() < LinkRecord.MAX_HOPS - 1
                    && peers.stream().noneMatch(far::passes);
            if (told) {
                SiteSystem there = far.announced();
                systems.add(new SiteSystem(
                        there.system(),
                        there.incarnation(),
                        there.catalogueHash(),
                        there.topics(),
                        far.path(),
                        far.way(),
                        there.database()));
            }
        }
        for (Neighbour neighbour : table.reporting()) {
            if (!neighbour.link().equals(link)) {
                table.interestOf(neighbour).stream().filter(nodes::knows).forEach(interest::add);
            }
        }
        return news(link, List.copyOf(interest), systems);
    }

    /** What is beyond the bound is left out: a report that breaks it would be refused with all that is in it. */
    private Optional<SiteReport> news(String link, List<String> interest, List<SiteSystem> all) {
        List<SiteSystem> systems = all.size() > SiteReport.MAX_SYSTEMS ? all.subList(0, SiteReport.MAX_SYSTEMS) : all;
        SiteReport before = last.get(link);
        if (all.size() > systems.size() && (before == null || before.systems().size() < systems.size())) {
            LOG.warn(
                    "link {}: {} systems are more than a report can name; {} are left out",
                    link,
                    all.size(),
                    all.size() - systems.size());
        }
        if (before != null
                && before.interest().equals(interest)
                && before.systems().equals(systems)) {
            return Optional.empty();
        }
        return Optional.of(new SiteReport(self, incarnation, ++number, interest, systems));
    }
}
