package org.c4igateway.lab.advise;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** Judges the links of a network by runs that are there. */
public final class Adviser {
    private final AskedNetwork network;
    private final Coverage coverage;

    public Adviser(AskedNetwork network, StoredTrials stored) {
        this.network = network;
        this.coverage = new Coverage(network, stored);
    }

    /** Links for which the runs that are there do not suffice. */
    public List<AskedNetwork.Link> uncovered() {
        return network.links().stream()
                .filter(link -> coverage.of(link).isEmpty())
                .toList();
    }

    /** Advice for a link, by what is there; empty when nothing is. */
    public Optional<LinkAdvice> advise(AskedNetwork.Link link) {
        return coverage.some(link).map(trials -> LinkAdvice.of(network, link, trials, coverage));
    }

    /** How what the first repetitions would have advised stands against the others. */
    public LinkCheck check(AskedNetwork.Link link, int first) {
        return new LinkCheck(
                regret(link, first), coverage.some(link).map(LinkAdvice::failed).orElse(List.of()));
    }

    /**
     * What the first repetitions would have advised, and what the others say of it; empty when a transport has too few
     * of either.
     */
    Optional<Regret> regret(AskedNetwork.Link link, int first) {
        return coverage.of(link)
                .map(trials -> trials.stream().collect(Collectors.partitioningBy(trial -> trial.repetition() <= first)))
                .map(parts -> new Regret(
                        link.name(),
                        LinkAdvice.of(network, link, Objects.requireNonNull(parts.get(true)), coverage),
                        LinkAdvice.of(network, link, Objects.requireNonNull(parts.get(false)), coverage)))
                .filter(regret -> regret.advised().missing().isEmpty()
                        && regret.measured().missing().isEmpty());
    }
}
