package org.c4igateway.test.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.c4igateway.core.fault.CodeAdvice;
import org.c4igateway.dbbridge.node.reload.ReloadProperties;
import org.c4igateway.dbbridge.node.reload.ReloadableKeys;
import org.c4igateway.dbbridge.node.settings.EdgeProperties;
import org.c4igateway.dbbridge.node.settings.NodeProperties;
import org.c4igateway.dbbridge.node.settings.TableProperties;
import org.c4igateway.dbbridge.node.settings.TraceProperties;
import org.c4igateway.dds.transport.DdsSettings;
import org.c4igateway.history.HistoryProperties;
import org.c4igateway.jms.JmsSettings;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.core.ResolvableType;

/** The reference of the YAML keys says what the configuration records say: the same keys, with the same defaults. */
class ConfigurationReferenceTest {
    private static final Path REFERENCE = Path.of("..", "docs", "reference", "configuration.md");
    private static final Path WAN_REFERENCE = Path.of("..", "docs", "wan.md");
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

    private static final String CONSOLE = "org.c4igateway.console.ConsoleProperties"; // known at run time only

    /** Key that covers all keys below it, which another page describes. */
    private static final String BELOW = ".*";

    @Test
    void namesEveryKeyAndNoOther() throws IOException, ClassNotFoundException {
        TreeSet<String> documented = new TreeSet<>(documented().keySet());
        TreeSet<String> known = new TreeSet<>(known().keySet());
        for (String key : List.copyOf(documented)) {
            if (key.endsWith(BELOW) && !known.contains(key)) {
                assertThat(known.removeIf(name -> name.startsWith(key.substring(0, key.length() - 1))))
                        .as("keys below %s", key)
                        .isTrue();
                documented.remove(key);
            }
        }
        documented.removeIf(key -> key.endsWith(".enabled")); // asked for before the record is bound
        known.removeIf(key -> key.endsWith(".enabled"));

        assertThat(documented).isEqualTo(known);
    }

    @Test
    void givesTheDefaults() throws IOException, ClassNotFoundException {
        Map<String, String> documented = documented();
        known().forEach((key, value) -> {
            if (!value.isEmpty() && documented.containsKey(key)) {
                assertThat(documented.get(key)).as("default of %s", key).isEqualToIgnoringCase(value);
            }
        });
    }

    @Test
    void marksTheKeysThatARunningNodeTakesOver() throws IOException {
        Map<String, String> meanings = column(2);
        TreeSet<String> marked = new TreeSet<>();
        TreeSet<String> live = new TreeSet<>();
        TreeSet<String> markedRenewing = new TreeSet<>();
        TreeSet<String> renewing = new TreeSet<>();
        meanings.forEach((key, meaning) -> {
            if (meaning.startsWith("**renews:**")) {
                markedRenewing.add(key);
            }
            if (ReloadableKeys.renews(key) && !ReloadableKeys.contains(key)) {
                renewing.add(key);
            }
            if (meaning.startsWith("**live:**")) {
                marked.add(key);
            }
            if (ReloadableKeys.contains(key)) {
                live.add(key);
            }
        });

        assertThat(marked).isEqualTo(live);
        assertThat(markedRenewing).isEqualTo(renewing);
        assertThat(ReloadableKeys.all())
                .allSatisfy(pattern -> assertThat(live.stream().anyMatch(key -> ReloadableKeys.matches(pattern, key))
                                || Files.readString(REFERENCE).contains("`" + pattern + "`"))
                        .as(pattern)
                        .isTrue());
    }

    @Test
    void codesNameKeysThatExist() throws IOException, ClassNotFoundException {
        TreeSet<String> known = new TreeSet<>(known().keySet());
        known.add("server.port");
        String wan = Files.readString(WAN_REFERENCE);
        for (CodeAdvice advice : CodeAdvice.all()) {
            for (String key : advice.keys()) {
                if (key.startsWith("c4i.wan.")) {
                    assertThat(wan).as(advice.code() + ": " + key).contains(key.substring(key.lastIndexOf('.') + 1));
                } else {
                    assertThat(known).as(advice.code().code()).contains(key.replaceAll("<[A-Z]+>", "*"));
                }
            }
        }
    }

    /** Keys with the default that their record gives; empty when there is none. */
    private static Map<String, String> known() throws ClassNotFoundException {
        Map<String, String> keys = new TreeMap<>();
        addRecord("c4i", NodeProperties.class, keys);
        addRecord("c4i", EdgeProperties.class, keys);
        addRecord("c4i", TableProperties.class, keys);
        addRecord("c4i", ReloadProperties.class, keys);
        addRecord("c4i", TraceProperties.class, keys);
        addRecord(JmsSettings.PREFIX, JmsSettings.class, keys);
        addRecord(DdsSettings.PREFIX, DdsSettings.class, keys);
        addRecord("c4i.console", Class.forName(CONSOLE), keys);
        addRecord("c4i.history", HistoryProperties.HistorySettings.class, keys);
        return keys;
    }

    private static void addRecord(String prefix, Class<?> type, Map<String, String> keys) {
        RecordComponent[] components = type.getRecordComponents();
        Parameter[] parameters = type.getDeclaredConstructors()[0].getParameters();
        for (int i = 0; i < components.length; i++) {
            Name named = parameters[i].getAnnotation(Name.class);
            String name = prefix + "." + (named == null ? kebab(components[i].getName()) : named.value());
            DefaultValue byDefault = parameters[i].getAnnotation(DefaultValue.class);
            String value = byDefault == null ? "" : String.join(", ", byDefault.value());
            add(name, components[i], value, keys);
        }
    }

    private static void add(String name, RecordComponent component, String value, Map<String, String> keys) {
        Class<?> type = component.getType();
        if (type.isRecord()) {
            addRecord(name, type, keys);
        } else if (Map.class.isAssignableFrom(type)) {
            Class<?> element = ResolvableType.forType(component.getGenericType())
                    .getGeneric(1)
                    .resolve(Object.class);
            if (element.isRecord()) {
                addRecord(name + BELOW, element, keys);
            } else {
                keys.put(name + BELOW, value);
            }
        } else {
            keys.put(name, value);
        }
    }

    private static String kebab(String name) {
        return name.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }

    /** Keys with the default beside them, without quotes. */
    private static Map<String, String> documented() throws IOException {
        Map<String, String> defaults = new TreeMap<>();
        column(1).forEach((key, text) -> defaults.put(key, text.replace("`", "")));
        return defaults;
    }

    /** Keys with the text of that column; several keys of a row share its last columns. */
    private static Map<String, String> column(int column) throws IOException {
        Map<String, String> keys = new TreeMap<>();
        String block = "";
        for (String line : Files.readAllLines(REFERENCE)) {
            if (line.startsWith("## ")) {
                block = line.startsWith("## c4i") ? line.substring("## ".length()) : "";
            } else if (line.startsWith("| `") && !block.isEmpty()) {
                String[] cells = line.split(" \\| ", -1);
                List<String> names = quoted(cells[0]);
                boolean one = names.size() == 1 || column > 1;
                String[] texts = one ? new String[] {cells[column]} : cells[column].split(", ", -1);
                for (int i = 0; i < names.size(); i++) {
                    String text = column > 1 ? texts[0] : i < texts.length ? texts[i] : "";
                    keys.put(key(block, names.get(i)), text);
                }
            }
        }
        return keys;
    }

    private static List<String> quoted(String cell) {
        return new ArrayList<>(QUOTED.matcher(cell)
                .results()
                .map(MatchResult::group)
                .map(name -> name.replace("`", ""))
                .toList());
    }

    private static String key(String block, String name) {
        String full = name.startsWith("c4i.") ? name : block + "." + name;
        return full.replaceAll("<[A-Z]+>", "*");
    }
}
