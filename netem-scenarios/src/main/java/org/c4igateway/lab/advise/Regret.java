package org.c4igateway.lab.advise;

/**
 * How much worse a first choice is than the best by runs that were not used to make it.
 *
 * @param link name
 * @param advised by the first runs
 * @param measured by the others
 */
public record Regret(String link, LinkAdvice advised, LinkAdvice measured) {
    private static final double TOLERATED = 0.1;

    /** Share of the best that is given away, from 0 to 1; 1 when the choice does not finish though another does. */
    public double share() {
        if (measured.choice().isEmpty()) {
            return 0; // nothing carries the messages, whatever is chosen
        }
        CandidateFigures best = measured.ranked().getFirst();
        return advised.choice()
                .flatMap(choice -> measured.ranked().stream()
                        .filter(figures -> figures.candidate() == choice && figures.finishes())
                        .findFirst())
                .map(chosen -> Math.max(0, 1 - 1 / best.timesAsGoodAs(chosen)))
                .orElse(1.0);
    }

    /** Whether no more than a tenth is given away. */
    public boolean isTolerable() {
        return share() <= TOLERATED;
    }
}
