package org.c4igateway.lab.advise;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is advised for one link.
 *
 * @param link which
 * @param ranked transports that are judged, the best first
 * @param missing transports that are not judged, because fewer than three runs of them count
 * @param failed runs that have no figure, by transport
 * @param sureness of the first choice
 * @param changes under which other conditions, measured with the same load, another one is first
 */
public record LinkAdvice(
        AskedNetwork.Link link,
        List<CandidateFigures> ranked,
        List<Advisable> missing,
        List<FailedRuns> failed,
        Sureness sureness,
        List<String> changes) {
    /** Below this factor two transports are as good as each other. */
    private static final double AS_GOOD = 1.1;

    private static final int SURE_RUNS = 6;
    private static final int MAX_CHANGES = 3;

    public LinkAdvice {
        ranked = List.copyOf(ranked);
        missing = List.copyOf(missing);
        failed = List.copyOf(failed);
        changes = List.copyOf(changes);
    }

    /** How sure the first choice is. */
    public enum Sureness {
        /** Six runs or more of the first two, and their intervals have nothing in common. */
        SURE("sure: the intervals of the first two have no common value, by six runs or more each"),
        /** Three or more, all of the first better than all of the second. */
        LIKELY("likely: every run of the first is better than every run of the second, but they are fewer than six"),
        /** Anything else. */
        OPEN("open: the first two cannot be told apart by these runs"),
        /** Runs of the first failed. */
        FAILED("open: runs of the first failed, and the others do not say what these would have shown"),
        /** One that might be better is not judged. */
        PARTIAL("open: not every transport has three runs that count"),
        /** None finished. */
        NONE("none of them carried the messages within the time limit");

        private final String text;

        Sureness(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    /**
     * @param trials of this link
     * @param around of other links with the same load, the most similar first
     */
    static LinkAdvice of(AskedNetwork network, AskedNetwork.Link link, List<Trial> trials, Coverage around) {
        boolean paced = network.messages().isPaced();
        List<CandidateFigures> ranked = ranked(paced, trials);
        List<String> changes = new ArrayList<>();
        if (isUseful(ranked)) {
            around.around(link).forEach(other -> {
                List<CandidateFigures> there = ranked(paced, other.getValue());
                boolean differs = isUseful(there)
                        && there.getFirst().candidate() != ranked.getFirst().candidate();
                if (differs && changes.size() < MAX_CHANGES) {
                    changes.add(other.getKey().name() + ": "
                            + there.getFirst().candidate().label());
                }
            });
        }
        List<Advisable> missing = Coverage.missing(trials);
        List<FailedRuns> failed = failed(trials);
        return new LinkAdvice(link, ranked, missing, failed, sureness(ranked, missing, failed), changes);
    }

    /** Runs that failed, of all transports. */
    static List<FailedRuns> failed(List<Trial> trials) {
        return Stream.of(Advisable.values())
                .flatMap(candidate -> FailedRuns.of(candidate, trials).stream())
                .toList();
    }

    private static boolean isUseful(List<CandidateFigures> ranked) {
        return !ranked.isEmpty() && ranked.getFirst().finishes();
    }

    private static List<CandidateFigures> ranked(boolean paced, List<Trial> trials) {
        Comparator<CandidateFigures> best = Comparator.comparingDouble(CandidateFigures::median);
        return Stream.of(Advisable.values())
                .flatMap(candidate -> CandidateFigures.of(candidate, paced, trials).stream())
                .sorted(paced ? best : best.reversed())
                .toList();
    }

    private static Sureness sureness(List<CandidateFigures> ranked, List<Advisable> missing, List<FailedRuns> failed) {
        if (!missing.isEmpty()) {
            return Sureness.PARTIAL;
        }
        if (!isUseful(ranked)) {
            return Sureness.NONE;
        }
        if (failed.stream()
                .anyMatch(runs -> runs.candidate() == ranked.getFirst().candidate())) {
            return Sureness.FAILED;
        }
        if (ranked.size() < 2 || !ranked.get(0).isClearlyBetterThan(ranked.get(1))) {
            return Sureness.OPEN;
        }
        int runs =
                Math.min(ranked.get(0).trials().size(), ranked.get(1).trials().size());
        return runs < SURE_RUNS ? Sureness.LIKELY : Sureness.SURE;
    }

    /** The transport to take; empty when none carried the messages. */
    public Optional<Advisable> choice() {
        return isUseful(ranked) ? Optional.of(ranked.getFirst().candidate()) : Optional.empty();
    }

    /** Runs of a transport that failed, in words; empty for none. */
    String failedRuns(Advisable candidate) {
        return failed.stream()
                .filter(runs -> runs.candidate() == candidate)
                .map(FailedRuns::text)
                .collect(Collectors.joining());
    }

    /** Those that are as good within a tenth. */
    List<CandidateFigures> asGood() {
        return isUseful(ranked)
                ? ranked.subList(1, ranked.size()).stream()
                        .filter(other -> other.finishes() && ranked.getFirst().timesAsGoodAs(other) <= AS_GOOD)
                        .toList()
                : List.of();
    }
}
