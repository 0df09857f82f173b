package org.c4igateway.dbbridge.filter;

import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import org.c4igateway.core.flow.rule.SubscriptionFilter.Verdict;
import org.c4igateway.core.message.SystemName;

/**
 * One checked expression. Safe for any thread. Its time is bounded by its length and the size of the message.
 *
 * @param key its configuration key
 * @param program the compiled expression
 */
record FilterExpression(String key, CelRuntime.Program program) {
    private static final int LONGEST_REASON = 200;

    Verdict judge(FilteredMessage message, SystemName self) {
        try {
            boolean wanted = (Boolean) program.eval(message);
            return wanted ? new Verdict.Wanted() : new Verdict.Excluded("excluded by " + key + " of " + self);
        } catch (CelEvaluationException e) {
            String reason = String.valueOf(e.getMessage());
            return new Verdict.Undecided(key + ": " + reason.substring(0, Math.min(LONGEST_REASON, reason.length())));
        }
    }
}
