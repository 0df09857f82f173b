package org.c4igateway.topics.definition.read;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.c4igateway.topics.definition.model.DateTimeLayout;
import org.c4igateway.topics.definition.model.ValueFormat;
import org.c4igateway.topics.yaml.YamlNode;

/** Reads value formats: the name of a shared format, or a map with one kind as its key. */
final class FormatReader {
    private static final Set<String> KINDS =
            Set.of("alpha", "digits", "alnum", "text", "number", "codes", "dtg", "latlong", "grid", "composite");

    private final Map<String, ValueFormat> shared;

    FormatReader(Map<String, ValueFormat> shared) {
        this.shared = shared;
    }

    ValueFormat read(YamlNode node) {
        if (!node.isMap()) {
            ValueFormat named = shared.get(node.text());
            if (named == null) {
                throw node.fault("no format named '" + node.text() + "'; named formats: "
                        + String.join(", ", new TreeSet<>(shared.keySet())));
            }
            return named;
        }
        Map<String, YamlNode> entries = node.map(KINDS);
        if (entries.size() != 1) {
            throw node.fault("a format has exactly one kind");
        }
        Map.Entry<String, YamlNode> entry = entries.entrySet().iterator().next();
        try {
            return kind(entry.getKey(), entry.getValue());
        } catch (IllegalArgumentException e) {
            throw entry.getValue().fault(String.valueOf(e.getMessage()));
        }
    }

    private ValueFormat kind(String kind, YamlNode value) {
        return switch (kind) {
            case "alpha" -> text(ValueFormat.Characters.LETTERS, value);
            case "digits" -> text(ValueFormat.Characters.DIGITS, value);
            case "alnum" -> text(ValueFormat.Characters.BASIC, value);
            case "text" -> text(ValueFormat.Characters.ANY, value);
            case "number" -> quantity(value);
            case "codes" -> new ValueFormat.Codes(new LinkedHashSet<>(value.texts()));
            case "dtg" -> dateTime(value);
            case "latlong" -> new ValueFormat.LatLong();
            case "grid" -> new ValueFormat.Grid();
            case "composite" ->
                new ValueFormat.Composite(value.list().stream().map(this::read).toList());
            default -> throw value.fault("unknown format kind '" + kind + "'");
        };
    }

    private static ValueFormat text(ValueFormat.Characters characters, YamlNode value) {
        String range = value.text();
        int hyphen = range.indexOf('-');
        try {
            int min = Integer.parseInt(hyphen < 0 ? range : range.substring(0, hyphen));
            int max = hyphen < 0 ? min : Integer.parseInt(range.substring(hyphen + 1));
            return new ValueFormat.Text(characters, min, max);
        } catch (NumberFormatException _) {
            throw value.fault("'" + range + "' is not a length such as 3 or 1-20");
        }
    }

    private static ValueFormat quantity(YamlNode value) {
        Map<String, YamlNode> entries = value.map(Set.of("min", "max", "decimals", "unit"));
        double min = value.required(entries, "min").number();
        double max = value.required(entries, "max").number();
        YamlNode decimals = entries.get("decimals");
        YamlNode unit = entries.get("unit");
        return new ValueFormat.Quantity(
                min, max, decimals == null ? 0 : decimals.integer(0), unit == null ? List.of() : unit.texts());
    }

    private static ValueFormat dateTime(YamlNode value) {
        Set<DateTimeLayout> layouts = new LinkedHashSet<>();
        for (String name : value.texts()) {
            layouts.add(Arrays.stream(DateTimeLayout.values())
                    .filter(layout -> layout.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> value.fault(
                            "unknown layout '" + name + "'; known: " + Arrays.toString(DateTimeLayout.values()))));
        }
        return new ValueFormat.DateTime(layouts);
    }
}
