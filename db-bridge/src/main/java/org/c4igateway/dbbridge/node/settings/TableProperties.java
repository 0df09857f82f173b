package org.c4igateway.dbbridge.node.settings;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.adopt.MappingFile;
import org.c4igateway.dbbridge.jdbc.ForeignDriver;
import org.c4igateway.dbbridge.table.access.TableSettings;
import org.c4igateway.topics.mtf.rule.MtfEncoding;
import org.c4igateway.topics.yaml.YamlNode;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Databases elsewhere with tables of the C4I server, {@code c4i.tables} in the YAML file.
 *
 * @param tables by name
 */
@ConfigurationProperties("c4i")
public record TableProperties(@DefaultValue Map<String, ForeignProperties> tables) {
    private static final String NAME = "[a-z][a-z0-9_]{0,31}";

    public TableProperties {
        tables = Map.copyOf(tables);
        tables.forEach((name, database) -> {
            String key = "c4i.tables." + name;
            NodeProperties.require(name.matches(NAME), key, name, "a name of a-z 0-9 _, a letter first");
            NodeProperties.require(
                    database.url() != null
                            && !database.url().toLowerCase(Locale.ROOT).contains("password"),
                    key + ".url",
                    null,
                    "the JDBC URL of the database, without a password");
            NodeProperties.require(database.username() != null, key + ".username", null, "the login at that database");
            NodeProperties.require(database.map() != null, key + ".map", null, "the mapping file");
            NodeProperties.require(database.poll().isPositive(), key + ".poll", database.poll(), "a duration above 0");
            NodeProperties.require(
                    database.batchRows() >= 1 && database.batchRows() <= 10_000,
                    key + ".batch-rows",
                    database.batchRows(),
                    "1 to 10000");
        });
    }

    /**
     * One database elsewhere.
     *
     * @param url JDBC URL, without a login
     * @param username login
     * @param password its password, from the environment or a file
     * @param map mapping file
     * @param poll pause between two looks
     * @param batchRows most rows of one transaction
     */
    public record ForeignProperties(
            String url,
            String username,
            @DefaultValue("") String password,
            Path map,
            @DefaultValue("1s") Duration poll,
            @DefaultValue("1000") int batchRows) {
        @Override
        public String toString() {
            return "ForeignProperties[username=" + username + ", map=" + map + "]";
        }
    }

    /** Reads the mapping files. */
    public List<TableSettings> settings(SystemName self, MtfEncoding edge) {
        return tables.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> settings(entry.getKey(), entry.getValue(), self, edge))
                .toList();
    }

    private static TableSettings settings(String name, ForeignProperties database, SystemName self, MtfEncoding edge) {
        requireDriver(name, database);
        MappingFile map = read(name, database.map());
        if (map.encoding() != edge) {
            throw refused(
                    "c4i.tables." + name + ".map",
                    database.map() + " says encoding " + map.encoding().label() + ", c4i.encoding is " + edge.label(),
                    "Make them the same.");
        }
        if (map.outbound().stream().anyMatch(m -> m.polling().overlap() > 25L * database.batchRows())) {
            throw refused(
                    "c4i.tables." + name + ".batch-rows",
                    "c4i.tables." + name + ".batch-rows: less than a 25th of the largest 'overlap' of "
                            + database.map(),
                    "Make it larger, or the overlap smaller.");
        }
        return new TableSettings(
                name,
                database.url(),
                database.username(),
                database.password(),
                database.poll(),
                database.batchRows(),
                map,
                self);
    }

    private static MappingFile read(String name, Path file) {
        String key = "c4i.tables." + name + ".map";
        try {
            return MappingFile.read(file).requireForBridge();
        } catch (IOException e) {
            throw refused(key, key + ": cannot read " + file, "Name a mapping file.");
        } catch (YamlNode.Fault e) {
            throw refused(key, key + ": " + e.getMessage(), "Correct the file.");
        }
    }

    private static void requireDriver(String name, ForeignProperties database) {
        String key = "c4i.tables." + name + ".url";
        ForeignDriver.of(database.url()).ifPresent(missing -> {
            throw refused(key, key + ": " + missing.problem(), missing.remedy());
        });
    }

    private static GatewayException.Fatal refused(String key, String message, String remedy) {
        return new GatewayException.Fatal(ErrorCode.CONFIGURATION, message, remedy, null).about(key);
    }
}
