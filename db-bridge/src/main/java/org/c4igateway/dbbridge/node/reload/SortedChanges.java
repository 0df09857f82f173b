package org.c4igateway.dbbridge.node.reload;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.c4igateway.dbbridge.node.reload.PathRenewal.Outcome;
import org.c4igateway.dbbridge.node.reload.PathRenewal.Renewed;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Changes by how a running node takes them over, everything prepared and nothing done. With a renewal of the data path,
 * parts of that path take nothing over themselves: it is built with what they would apply.
 *
 * @param applied changes that apply as the node runs
 * @param renewed changes that apply by a renewal of the data path
 * @param needRestart all others
 * @param renewal renews the path, or does nothing where nothing is renewed
 * @param steps apply the rest, after a renewal that succeeded
 */
record SortedChanges(
        List<ConfigurationChange> applied,
        List<ConfigurationChange> renewed,
        List<ConfigurationChange> needRestart,
        Supplier<Outcome> renewal,
        List<Runnable> steps) {
    SortedChanges {
        applied = List.copyOf(applied);
        renewed = List.copyOf(renewed);
        needRestart = List.copyOf(needRestart);
        steps = List.copyOf(steps);
    }

    /**
     * @param candidate a node that was built with the changed configuration
     * @throws org.c4igateway.core.fault.GatewayException.Fatal when the changes only work together with a restart
     */
    static SortedChanges of(
            List<ConfigurationChange> changes,
            List<ReloadablePart> parts,
            PathRenewal path,
            ConfigurableApplicationContext candidate) {
        Map<ReloadablePart, List<ConfigurationChange>> byPart = new LinkedHashMap<>();
        List<ConfigurationChange> rest = new ArrayList<>(changes);
        for (ReloadablePart part : parts) {
            List<ConfigurationChange> own = changes.stream()
                    .filter(change -> ReloadableKeys.contains(change.key()) && part.takes(change))
                    .toList();
            if (!own.isEmpty()) {
                byPart.put(part, own);
                rest.removeAll(own);
            }
        }
        List<ConfigurationChange> renewed = rest.stream()
                .filter(change -> ReloadableKeys.renews(change.key()))
                .toList();
        rest.removeAll(renewed);
        Supplier<Outcome> renewal = renewed.isEmpty() ? Renewed::new : path.prepare(candidate, changes);
        List<ConfigurationChange> applied = new ArrayList<>();
        List<Runnable> steps = new ArrayList<>();
        byPart.forEach((part, own) -> {
            applied.addAll(own);
            if (renewed.isEmpty() || !part.isOfDataPath()) {
                steps.add(part.prepare(candidate, own));
            }
        });
        applied.sort(Comparator.comparing(ConfigurationChange::key));
        return new SortedChanges(applied, renewed, rest, renewal, steps);
    }

    /** @return all that are in force after the renewal and the steps */
    List<ConfigurationChange> taken() {
        List<ConfigurationChange> taken = new ArrayList<>(applied);
        taken.addAll(renewed);
        return taken;
    }
}
