package org.c4igateway.dbbridge.node.reload;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which configuration a node has.
 *
 * @param since when the last change was applied, or when the node started
 * @param refused why the present files are not used, with place and remedy; null when they are
 * @param wentBack whether that is because the data path did not open with them
 * @param needRestart what the files say and the node does not use until it is restarted
 */
public record ReloadStatus(
        Instant since, @Nullable String refused, boolean wentBack, List<ConfigurationChange> needRestart) {
    public ReloadStatus {
        needRestart = List.copyOf(needRestart);
    }
}
