package org.c4igateway.lab.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.c4igateway.lab.net.Impairment;

/** What a direction of a link does, in words. */
final class LinkText {
    private static final double KILO = 1_000;
    private static final double MEGA = 1_000_000;
    private static final double PERCENT = 100;

    private LinkText() {}

    /** @return such as {@code 128 kbit/s, 10 % lost in bursts of 3, 20 ms}; {@code clear} for nothing */
    static String of(Impairment impairment) {
        List<String> parts = new ArrayList<>();
        long rate = impairment.rate().bitsPerSecond();
        if (rate > 0) {
            parts.add(rate % MEGA == 0 ? number(rate / MEGA) + " Mbit/s" : number(rate / KILO) + " kbit/s");
        }
        Impairment.Loss loss = impairment.loss();
        if (loss.share() > 0) {
            String burst = loss.meanBurst() > 1 ? " in bursts of " + number(loss.meanBurst()) : "";
            parts.add(number(PERCENT * loss.share()) + " % lost" + burst);
        }
        Impairment.Delay delay = impairment.delay();
        if (!delay.equals(Impairment.Delay.NONE)) {
            String jitter =
                    delay.jitter().isZero() ? "" : " ± " + delay.jitter().toMillis() + " ms";
            parts.add(delay.base().toMillis() + " ms" + jitter);
        }
        if (impairment.duplication() > 0) {
            parts.add(number(PERCENT * impairment.duplication()) + " % twice");
        }
        if (impairment.corruption() > 0) {
            parts.add(number(PERCENT * impairment.corruption()) + " % altered");
        }
        return parts.isEmpty() ? "clear" : String.join(", ", parts);
    }

    private static String number(double value) {
        return value == Math.rint(value)
                ? String.format(Locale.ROOT, "%.0f", value)
                : String.format(Locale.ROOT, "%.3f", value).replaceAll("0+$", "");
    }
}
