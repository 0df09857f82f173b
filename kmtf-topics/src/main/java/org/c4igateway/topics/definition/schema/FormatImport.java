package org.c4igateway.topics.definition.schema;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes value formats, as definition files write them, of simple types and of composites. What a format cannot say it
 * lets pass: such formats are counted, and no content that the schema allows is refused. One import, one thread.
 */
final class FormatImport {
    /** Anything a field can hold. */
    static final Map<String, Object> ANY = Map.of("text", "1-68");

    /** Decimals are written as .5, 0.5 and 5, which the number of a definition does not all take. */
    private static final Map<String, Object> DECIMAL = Map.of("alnum", "1-20");

    private static final int MAX_CODES_OF_A_RANGE = 1_000;
    private static final int LONGEST_NUMBER = 9;
    private static final Pattern FIXED_DIGITS = Pattern.compile("\\[0-9]\\{(\\d)}");

    private final SchemaIndex index;
    private final Map<String, Object> formats = new LinkedHashMap<>();
    private final Map<String, String> names = new LinkedHashMap<>();
    private final Set<String> open = new HashSet<>();
    private int approximate;

    FormatImport(SchemaIndex index) {
        this.index = index;
    }

    /** Formats by name, each behind those that it uses. */
    Map<String, Object> formats() {
        return formats;
    }

    /** How many formats let more pass than the schema. */
    int approximate() {
        return approximate;
    }

    /** The format of a field or of a part of a composite: the name of one of {@link #formats}, or a format. */
    Object of(SchemaNode element) {
        SchemaNode target = index.target(element);
        String type = index.typeOf(element);
        boolean own = target.inner("sequence").isPresent()
                || target.inner("enumeration").isPresent();
        if (own) {
            return made(target);
        }
        return type.isEmpty() ? any() : ofType(type, element);
    }

    private Object ofType(String type, SchemaNode user) {
        if (SchemaIndex.isBuiltIn(type)) {
            return any();
        }
        String known = names.get(type);
        if (known != null) {
            return known;
        }
        if (!open.add(type)) {
            throw user.fault("type " + type + " contains itself");
        }
        SchemaNode node = index.type(type, user);
        String name = type.substring(type.lastIndexOf(':', type.indexOf('}')) + 1)
                .replace("{", "")
                .replace('}', ':');
        Object format = isAlias(node) ? ofType(node.base(), node) : made(node);
        open.remove(type);
        if (format instanceof String alias) {
            names.put(type, alias);
            return alias;
        }
        if (formats.putIfAbsent(name, format) != null) {
            throw node.fault("two types have the name " + name);
        }
        names.put(type, name);
        return name;
    }

    /** Whether it only adds attributes to another type. */
    private static boolean isAlias(SchemaNode type) {
        return !type.base().isEmpty()
                && !SchemaIndex.isBuiltIn(type.base())
                && type.inner("sequence").isEmpty()
                && !hasFacets(type);
    }

    private static boolean hasFacets(SchemaNode type) {
        return type.inner("restriction").isPresent()
                && type.inner("restriction").get().children().stream()
                        .anyMatch(child -> !child.attribute("value").isEmpty());
    }

    private Object made(SchemaNode type) {
        Optional<SchemaNode> sequence = type.inner("sequence");
        if (sequence.isPresent()) {
            return composite(sequence.get());
        }
        return type.inner("restriction").map(this::restricted).orElseGet(this::any);
    }

    private Object composite(SchemaNode sequence) {
        List<Object> parts = new ArrayList<>();
        for (SchemaNode part : sequence.children()) {
            boolean plain =
                    part.is("element") && isOnce(part, "minOccurs") && isOnce(part, "maxOccurs") && !isHook(part);
            if (plain) {
                parts.add(of(part));
            } else if (!part.is("annotation") && !isHook(part)) {
                return any();
            }
        }
        return parts.isEmpty() ? any() : Map.of("composite", parts);
    }

    private boolean isHook(SchemaNode part) {
        return part.is("element")
                && (part.attribute("ref").endsWith("AugmentationPoint")
                        || index.target(part).attribute("abstract").equals("true"));
    }

    private static boolean isOnce(SchemaNode part, String attribute) {
        String times = part.attribute(attribute);
        return times.isEmpty() || times.equals("1");
    }

    private Object restricted(SchemaNode restriction) {
        List<String> codes = restriction
                .all("enumeration")
                .map(code -> code.attribute("value"))
                .distinct()
                .toList();
        if (!codes.isEmpty()) {
            return codes.stream().anyMatch(String::isEmpty) ? any() : Map.of("codes", codes);
        }
        Optional<String> least = facet(restriction, "minInclusive");
        Optional<String> most = facet(restriction, "maxInclusive");
        if (least.isPresent() && most.isPresent()) {
            return number(restriction, least.get(), most.get());
        }
        return text(restriction);
    }

    private static Optional<String> facet(SchemaNode restriction, String name) {
        return restriction.first(name).map(facet -> facet.attribute("value")).filter(value -> !value.isEmpty());
    }

    private Object number(SchemaNode restriction, String least, String most) {
        try {
            BigDecimal min = new BigDecimal(least.strip());
            BigDecimal max = new BigDecimal(most.strip());
            Matcher fixed = FIXED_DIGITS.matcher(facet(restriction, "pattern").orElse(""));
            boolean whole = min.stripTrailingZeros().scale() <= 0
                    && restriction.attribute("base").endsWith("integer");
            if (fixed.matches() && whole && min.signum() >= 0 && isSmall(min, max)) {
                return Map.of("codes", written(min.intValueExact(), max.intValueExact(), fixed.group(1)));
            }
            approximate++;
            return whole ? Map.of("number", whole(min, max)) : DECIMAL;
        } catch (NumberFormatException e) {
            throw restriction.fault("'" + least + "' to '" + most + "' is not a range of numbers");
        }
    }

    private static Map<String, Object> whole(BigDecimal min, BigDecimal max) {
        Map<String, Object> range = new LinkedHashMap<>();
        range.put("min", min.toBigInteger().toString());
        range.put("max", max.toBigInteger().toString());
        return range;
    }

    private static boolean isSmall(BigDecimal min, BigDecimal max) {
        return max.precision() - max.scale() <= LONGEST_NUMBER
                && max.subtract(min).compareTo(BigDecimal.valueOf(MAX_CODES_OF_A_RANGE)) < 0;
    }

    private static List<String> written(int min, int max, String digits) {
        List<String> codes = new ArrayList<>(max - min + 1);
        for (int i = min; i <= max; i++) {
            codes.add(String.format("%0" + digits + "d", i));
        }
        return codes;
    }

    private Object text(SchemaNode restriction) {
        List<String> patterns =
                restriction.all("pattern").map(p -> p.attribute("value")).toList();
        CharacterClass written = patterns.size() == 1 ? CharacterClass.of(patterns.getFirst()) : CharacterClass.OTHER;
        int min = Math.max(1, Math.max(written.min(), length(restriction, "minLength", 1)));
        int max = Math.min(written.max(), length(restriction, "maxLength", CharacterClass.LONGEST));
        if (!written.exact()) {
            approximate++;
        }
        if (max < min) {
            throw restriction.fault("lengths from " + min + " to " + max);
        }
        return Map.of(written.kind(), min + "-" + max);
    }

    private static int length(SchemaNode restriction, String name, int otherwise) {
        String value = facet(restriction, name)
                .or(() -> facet(restriction, "length"))
                .orElse(Integer.toString(otherwise))
                .strip();
        if (!value.matches("[0-9]{1,6}")) {
            throw restriction.fault(name + " '" + value + "' is not a length");
        }
        return Integer.parseInt(value);
    }

    Map<String, Object> any() {
        approximate++;
        return ANY;
    }
}
