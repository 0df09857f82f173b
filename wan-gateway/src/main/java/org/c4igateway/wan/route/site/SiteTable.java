package org.c4igateway.wan.route.site;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.c4igateway.wan.frame.record.LinkRecord.SiteReport;
import org.c4igateway.wan.frame.record.LinkRecord.SiteSystem;
import org.jspecify.annotations.Nullable;

/**
 * Routing table: the last report of each neighbour, and the best route to each far system. It is a path vector
 * protocol: a report lists the sites on the route to each system, and a route through this site is ignored. A working
 * route is preferred to one that is down, then a shorter one, then the present one, then the one with the lower name.
 */
public final class SiteTable {
    private final String self;
    private final Map<Neighbour, Heard> neighbours = new TreeMap<>();
    private Map<String, FarSystem> best = Map.of();

    /** State of a neighbour. */
    private static final class Heard {
        private boolean up;
        private long way;
        private @Nullable SiteReport report;
        /** What it said last when it was forgotten. */
        private @Nullable SiteReport forgotten;

        private Set<String> interest = Set.of();

        private void use(SiteReport said) {
            report = said;
            interest = Set.copyOf(said.interest());
            forgotten = null;
        }
    }

    public SiteTable(String self) {
        this.self = self;
    }

    /** A link to that neighbour exists now, or goes. */
    public void configure(Neighbour neighbour, boolean exists) {
        if (exists) {
            neighbours.computeIfAbsent(neighbour, key -> new Heard());
        } else {
            neighbours.remove(neighbour);
        }
        choose();
    }

    /** The neighbour answers, or has stopped answering. */
    public void answers(Neighbour neighbour, boolean up) {
        Heard heard = neighbours.get(neighbour);
        if (heard != null) {
            heard.up = up;
            choose();
        }
    }

    /**
     * Messages in flight over that neighbour may be lost.
     *
     * @param way a number that was not used before
     */
    public void broken(Neighbour neighbour, long way) {
        Heard heard = neighbours.get(neighbour);
        if (heard != null) {
            heard.way = way;
            choose();
        }
    }

    /**
     * The neighbour has been away for so long that it counts as gone with all that is behind it. What it said last is
     * only put aside: a neighbour that did not notice its absence does not say it again.
     */
    public void forget(Neighbour neighbour) {
        Heard heard = neighbours.get(neighbour);
        if (heard != null && heard.report != null) {
            heard.forgotten = heard.report;
            heard.report = null;
            heard.interest = Set.of();
            choose();
        }
    }

    /**
     * A neighbour that may have been forgotten is there.
     *
     * @return its last report, which counts again, if it was put aside and no other came since
     */
    public Optional<SiteReport> recall(Neighbour neighbour) {
        Heard heard = neighbours.get(neighbour);
        SiteReport said = heard == null ? null : heard.forgotten;
        if (heard == null || said == null) {
            return Optional.empty();
        }
        heard.use(said);
        choose();
        return Optional.of(said);
    }

    /** The neighbour reports. @return false when the report is older than the last one, and ignored */
    public boolean heard(Neighbour neighbour, SiteReport report) {
        Heard heard = neighbours.get(neighbour);
        if (heard == null) {
            return false;
        }
        SiteReport before = heard.report == null ? heard.forgotten : heard.report;
        if (before != null
                && before.incarnation() == report.incarnation()
                && Long.compareUnsigned(report.number(), before.number()) <= 0) {
            return false;
        }
        heard.use(report);
        choose();
        return true;
    }

    /** @return all far systems with the best way to each, ordered by name */
    public Collection<FarSystem> systems() {
        return best.values();
    }

    public Optional<FarSystem> find(String system) {
        return Optional.ofNullable(best.get(system));
    }

    /** @return ids of the topics that have a reader at or behind the neighbour */
    public Set<String> interestOf(Neighbour neighbour) {
        Heard heard = neighbours.get(neighbour);
        return heard == null ? Set.of() : heard.interest;
    }

    /** @return neighbours that have reported, whether they answer at present or not */
    List<Neighbour> reporting() {
        return neighbours.entrySet().stream()
                .filter(each -> each.getValue().report != null)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** @return whether the neighbour has a way to that system which does not lead through this site */
    public boolean reaches(Neighbour neighbour, String system) {
        return hopsOver(neighbour, system).isPresent();
    }

    /** @return how many sites are on that neighbour's own way to the system, itself included, if it has one */
    public OptionalInt hopsOver(Neighbour neighbour, String system) {
        Heard heard = neighbours.get(neighbour);
        if (heard == null || heard.report == null) {
            return OptionalInt.empty();
        }
        return heard.report.systems().stream()
                .filter(each -> each.system().equals(system) && !each.path().contains(self))
                .mapToInt(each -> each.path().size() + 1)
                .findFirst();
    }

    /** @return names of systems that more than one site claims to have */
    Set<String> contested() {
        Map<String, Set<String>> sites = new TreeMap<>();
        neighbours.forEach((neighbour, heard) -> {
            if (heard.report != null) {
                for (SiteSystem system : heard.report.systems()) {
                    String site = system.path().isEmpty()
                            ? neighbour.site()
                            : system.path().getLast();
                    sites.computeIfAbsent(system.system(), key -> new HashSet<>())
                            .add(site);
                }
            }
        });
        Set<String> contested = new TreeSet<>();
        sites.forEach((system, claiming) -> {
            if (claiming.size() > 1) {
                contested.add(system);
            }
        });
        return contested;
    }

    /**
     * @param here the databases of this site's nodes
     * @return a text for people for each system that is claimed with more than one database
     */
    List<String> namesakes(Map<String, String> here) {
        Map<String, Set<String>> databases = new TreeMap<>();
        here.forEach((system, database) -> databases.put(system, new TreeSet<>(Set.of(database))));
        neighbours.values().stream()
                .filter(heard -> heard.report != null)
                .flatMap(heard -> heard.report.systems().stream())
                .filter(system -> !system.path().contains(self))
                .filter(system -> !system.database().identity().isEmpty())
                .forEach(system -> databases
                        .computeIfAbsent(system.system(), name -> new TreeSet<>())
                        .add(system.database().identity()));
        return databases.entrySet().stream()
                .filter(each -> each.getValue().size() > 1)
                .map(each -> "two sites have a node called " + each.getKey() + ", on databases " + each.getValue()
                        + "; the one known first is used")
                .toList();
    }

    private void choose() {
        Map<String, List<FarSystem>> ways = new HashMap<>();
        neighbours.forEach((neighbour, heard) -> {
            if (heard.report != null) {
                for (SiteSystem system : heard.report.systems()) {
                    if (!system.path().contains(self)) {
                        ways.computeIfAbsent(system.system(), key -> new ArrayList<>())
                                .add(way(neighbour, heard, system));
                    }
                }
            }
        });
        Map<String, FarSystem> chosen = new TreeMap<>();
        ways.forEach((system, choices) -> {
            FarSystem present = best.get(system);
            Neighbour kept = present == null ? null : present.next();
            Comparator<FarSystem> order = Comparator.comparing((FarSystem way) -> isNamesake(way, present))
                    .thenComparing(order(kept));
            chosen.put(system, choices.stream().min(order).orElseThrow());
        });
        best = chosen;
    }

    /** Of two systems of one name on two databases the first one stays as long as it is there. */
    private static boolean isNamesake(FarSystem way, @Nullable FarSystem present) {
        return present != null
                && !present.announced().database().identity().isEmpty()
                && !way.announced()
                        .database()
                        .identity()
                        .equals(present.announced().database().identity());
    }

    private static Comparator<FarSystem> order(@Nullable Neighbour present) {
        return Comparator.comparing(FarSystem::up)
                .reversed()
                .thenComparingInt(system -> system.path().size())
                .thenComparing(system -> !system.next().equals(present))
                .thenComparing(FarSystem::next);
    }

    private static FarSystem way(Neighbour neighbour, Heard heard, SiteSystem system) {
        List<String> path = new ArrayList<>();
        path.add(neighbour.site());
        path.addAll(system.path());
        return new FarSystem(system, neighbour, path, RouteEpochs.join(heard.way, system.way()), heard.up);
    }
}
