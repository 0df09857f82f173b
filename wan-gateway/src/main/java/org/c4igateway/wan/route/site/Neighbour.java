package org.c4igateway.wan.route.site;

import java.util.Comparator;
import java.util.Objects;

/**
 * A site at the other end of a link.
 *
 * @param link name of the link
 * @param site name of the site
 */
public record Neighbour(String link, String site) implements Comparable<Neighbour> {
    private static final Comparator<Neighbour> ORDER =
            Comparator.comparing(Neighbour::site).thenComparing(Neighbour::link);

    public Neighbour {
        Objects.requireNonNull(link);
        Objects.requireNonNull(site);
    }

    @Override
    public int compareTo(Neighbour other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return site + " over " + link;
    }
}
