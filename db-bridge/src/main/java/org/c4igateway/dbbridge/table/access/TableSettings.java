package org.c4igateway.dbbridge.table.access;

import java.time.Duration;
import java.util.Objects;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.adopt.MappingFile;

/**
 * A database elsewhere and what is mapped there.
 *
 * @param name of it in the configuration
 * @param url JDBC URL
 * @param user login
 * @param password its password
 * @param poll pause between two looks
 * @param batchRows most rows of one transaction
 * @param map its mappings
 * @param self system beside which the node runs
 */
public record TableSettings(
        String name,
        String url,
        String user,
        String password,
        Duration poll,
        int batchRows,
        MappingFile map,
        SystemName self) {
    public TableSettings {
        Objects.requireNonNull(map);
        if (batchRows < 1) {
            throw new IllegalArgumentException("batchRows: " + batchRows);
        }
    }

    /** @return what a mapping is called in the interface database, metrics and health */
    public String source(String mapping) {
        return name + "." + mapping;
    }

    @Override
    public String toString() {
        return "TableSettings[" + name + ", " + url + "]";
    }
}
