package org.c4igateway.lab.net;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a network consists of. Hosts have one link; switches join links into one segment that carries multicast; routers
 * have several links and forward unicast between segments.
 *
 * @param elements hosts, switches and routers
 * @param links between them
 * @param plumbing what its hosts are; pods where it is not {@link Plumbing#HOST}
 */
public record NetworkPlan(List<Element> elements, List<Link> links, Plumbing plumbing) {
    private static final int MAX_ELEMENTS = 120;

    /** What a router's name has behind that of its host. */
    private static final String SITE = "-SITE";

    /** The same of a worker, which stands where the host was whose name its pod has. */
    private static final String WORKER = "-WORKER";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,31}");

    public NetworkPlan {
        elements = List.copyOf(elements);
        links = List.copyOf(links);
        if (elements.size() > MAX_ELEMENTS) {
            throw new IllegalArgumentException("more than " + MAX_ELEMENTS + " elements");
        }
        Set<String> names = new HashSet<>();
        elements.forEach(element -> require(names.add(element.name()), element.name() + " is named twice"));
        Set<String> linkNames = new HashSet<>();
        for (Link link : links) {
            require(linkNames.add(link.name()), "link " + link.name() + " is named twice");
            require(
                    names.contains(link.from()),
                    "link " + link.name() + " starts at " + link.from() + ", which is not here");
            require(names.contains(link.to()), "link " + link.name() + " ends at " + link.to() + ", which is not here");
        }
        for (Element element : elements) {
            long ends =
                    links.stream().filter(link -> link.touches(element.name())).count();
            require(ends > 0, element.name() + " has no link");
            require(ends == 1 || element.kind() != Kind.HOST, element.name() + " is a host and has more than one link");
        }
    }

    /** Hosts at their links, without pods. */
    public NetworkPlan(List<Element> elements, List<Link> links) {
        this(elements, links, Plumbing.HOST);
    }

    /** What an element does. */
    public enum Kind {
        HOST,
        SWITCH,
        ROUTER
    }

    /** One element. */
    public record Element(String name, Kind kind) {
        public Element {
            require(NAME.matcher(name).matches(), "'" + name + "' is no name (letters, digits, _ . -, at most 32)");
        }
    }

    /**
     * One link. Traffic from {@code from} to {@code to} goes forward.
     *
     * @param wire what it can do to packets
     */
    public record Link(String name, String from, String to, Wire wire) {
        public Link {
            require(NAME.matcher(name).matches(), "'" + name + "' is no name (letters, digits, _ . -, at most 32)");
            require(!from.equals(to), "link " + name + " starts and ends at " + from);
        }

        boolean touches(String element) {
            return from.equals(element) || to.equals(element);
        }
    }

    /** What a link can do to packets. */
    public enum Wire {
        /** Nothing: a cable. */
        PLAIN,
        /** Rate and independent loss. */
        SHAPED,
        /** Delay, jitter, duplication and bursts of loss too. */
        DELAYED
    }

    /** How programs are joined to the links: as hosts, or as pods by a plug-in of container networks. */
    public enum Plumbing {
        /** A host is at its link itself. */
        HOST,
        /** A bridge at each worker, and routes from worker to worker, as kube-router does. */
        ROUTED,
        /** A bridge at each worker, and VXLAN between workers, which takes 50 B of each packet, as flannel does. */
        VXLAN
    }

    /** Two hosts at one link of this name. */
    public static NetworkPlan pair(String link, String one, String other, Wire wire) {
        return new NetworkPlan(
                List.of(new Element(one, Kind.HOST), new Element(other, Kind.HOST)),
                List.of(new Link(link, one, other, wire)));
    }

    /** All hosts at one switch named {@code switch}; the link of a host has its name. */
    public static NetworkPlan star(List<String> hosts, Wire wire) {
        List<Element> elements = new ArrayList<>(List.of(new Element("switch", Kind.SWITCH)));
        List<Link> links = new ArrayList<>();
        for (String host : hosts) {
            elements.add(new Element(host, Kind.HOST));
            links.add(new Link(host, host, "switch", wire));
        }
        return new NetworkPlan(elements, links);
    }

    /** The same with these hosts only; links of the others go with them. */
    public NetworkPlan withHosts(Set<String> hosts) {
        List<Element> kept = elements.stream()
                .filter(element -> element.kind() != Kind.HOST || hosts.contains(element.name()))
                .toList();
        Set<String> names = new HashSet<>();
        kept.forEach(element -> names.add(element.name()));
        return new NetworkPlan(
                kept,
                links.stream()
                        .filter(link -> names.contains(link.from()) && names.contains(link.to()))
                        .toList(),
                plumbing);
    }

    /**
     * The same network with a pod in place of each host, and a worker, named after it, where the host was.
     *
     * <pre>
     *   ALPHA ──link── BRAVO     becomes     ALPHA ──── ALPHA-WORKER ──link── BRAVO-WORKER ──── BRAVO
     * </pre>
     *
     * @param wanted how pods are joined; {@link Plumbing#HOST} leaves everything as it is
     */
    public NetworkPlan withPods(Plumbing wanted) {
        if (wanted == Plumbing.HOST) {
            return this;
        }
        List<String> hosts = elements.stream()
                .filter(element -> element.kind() == Kind.HOST)
                .map(Element::name)
                .toList();
        Stream<Link> between = links.stream()
                .map(link -> new Link(
                        link.name(),
                        hosts.contains(link.from()) ? link.from() + WORKER : link.from(),
                        hosts.contains(link.to()) ? link.to() + WORKER : link.to(),
                        link.wire()));
        return new NetworkPlan(
                Stream.concat(elements.stream(), hosts.stream().map(host -> new Element(host + WORKER, Kind.ROUTER)))
                        .toList(),
                Stream.concat(
                                between,
                                hosts.stream().map(host -> new Link(host + WORKER, host, host + WORKER, Wire.PLAIN)))
                        .toList(),
                wanted);
    }

    /** Whether a link joins a pod to its worker. */
    boolean isOfPod(Link link) {
        return plumbing != Plumbing.HOST && (kindOf(link.from()) == Kind.HOST || kindOf(link.to()) == Kind.HOST);
    }

    /** Whether an element is the worker of a pod: the machine that it runs on. */
    boolean isWorker(String element) {
        return kindOf(element) == Kind.ROUTER
                && links.stream().anyMatch(link -> link.touches(element) && isOfPod(link));
    }

    /**
     * The same network as sites with a router each: as it is when it has routers; else each host at a link between two
     * hosts gets a router of its own, named after it, to which the link goes.
     *
     * <pre>
     *   ALPHA ──link── BRAVO     becomes     ALPHA ──── ALPHA-SITE ──link── BRAVO-SITE ──── BRAVO
     * </pre>
     */
    public NetworkPlan withSites() {
        if (elements.stream().anyMatch(element -> element.kind() == Kind.ROUTER)) {
            return this;
        }
        List<Element> more = new ArrayList<>(elements);
        List<Link> others = new ArrayList<>();
        for (Link link : links) {
            if (kindOf(link.from()) != Kind.HOST || kindOf(link.to()) != Kind.HOST) {
                others.add(link);
                continue;
            }
            for (String host : List.of(link.from(), link.to())) {
                more.add(new Element(host + SITE, Kind.ROUTER));
                others.add(new Link(host + SITE, host, host + SITE, Wire.PLAIN));
            }
            others.add(new Link(link.name(), link.from() + SITE, link.to() + SITE, link.wire()));
        }
        return new NetworkPlan(more, others, plumbing);
    }

    /** Links that join two routers. */
    public List<Link> linksOfSites() {
        return links.stream()
                .filter(link -> kindOf(link.from()) == Kind.ROUTER && kindOf(link.to()) == Kind.ROUTER)
                .toList();
    }

    /** The first link of a router that does not lead to another router. */
    public Optional<Link> siteOf(String router) {
        return links.stream()
                .filter(link -> link.touches(router))
                .filter(link -> !linksOfSites().contains(link))
                .findFirst();
    }

    /** Whether there is no way between two elements but over this link. */
    public boolean allWaysLeadOver(String link, String from, String to) {
        Set<String> reached = new HashSet<>(Set.of(from));
        boolean grows = true;
        while (grows) {
            grows = false;
            for (Link other : links) {
                if (!other.name().equals(link) && (reached.contains(other.from()) || reached.contains(other.to()))) {
                    grows |= reached.addAll(List.of(other.from(), other.to()));
                }
            }
        }
        return !reached.contains(to);
    }

    Kind kindOf(String name) {
        return elements.stream()
                .filter(element -> element.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no element " + name))
                .kind();
    }

    private static void require(boolean condition, String problem) {
        if (!condition) {
            throw new IllegalArgumentException(problem);
        }
    }
}
