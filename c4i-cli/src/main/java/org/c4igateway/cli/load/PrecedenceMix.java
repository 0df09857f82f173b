package org.c4igateway.cli.load;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.c4igateway.core.message.Precedence;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * How often each precedence occurs.
 *
 * @param shares whole numbers of any sum; a precedence that is missing does not occur
 */
record PrecedenceMix(Map<Precedence, Integer> shares) {
    PrecedenceMix {
        shares = new EnumMap<>(shares);
        if (shares.values().stream().anyMatch(share -> share < 0 || share > 1_000_000)
                || shares.values().stream().mapToInt(Integer::intValue).sum() == 0) {
            throw new IllegalArgumentException("shares are whole numbers, and one of them is above 0");
        }
    }

    Precedence draw(SplittableRandom random) {
        int sum = shares.values().stream().mapToInt(Integer::intValue).sum();
        int drawn = random.nextInt(sum);
        for (Map.Entry<Precedence, Integer> share : shares.entrySet()) {
            drawn -= share.getValue();
            if (drawn < 0) {
                return share.getKey();
            }
        }
        throw new IllegalStateException("the shares changed");
    }

    /** Reads {@code FLASH=2,ROUTINE=98}. */
    static final class Text implements ITypeConverter<PrecedenceMix> {
        private static final String FORM = "PRECEDENCE=SHARE[,PRECEDENCE=SHARE]..., such as FLASH=2,ROUTINE=98; known: "
                + Arrays.stream(Precedence.values()).map(Enum::name).collect(Collectors.joining(", "));

        @Override
        public PrecedenceMix convert(String value) {
            Map<Precedence, Integer> shares = new EnumMap<>(Precedence.class);
            try {
                for (String part : value.split(",", -1)) {
                    String[] sides = part.split("=", -1);
                    Precedence precedence = Precedence.valueOf(sides[0].strip().toUpperCase(Locale.ROOT));
                    if (sides.length != 2 || shares.put(precedence, Integer.valueOf(sides[1].strip())) != null) {
                        throw new IllegalArgumentException(part);
                    }
                }
                return new PrecedenceMix(shares);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException("'" + value + "' is not " + FORM);
            }
        }
    }
}
