package org.c4igateway.lab.net;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.c4igateway.lab.tool.ExitHook;
import org.c4igateway.lab.tool.OwnedDirectory;
import org.c4igateway.lab.tool.ToolRun;

/**
 * Builds networks of namespaces and removes them: on {@link #close}, and when a signal ends this process. After a
 * SIGKILL what it left is found by its prefix, see {@link StrayNetworks}; when the launcher put this process into
 * namespaces of its own, the kernel removes even that.
 */
public final class NetworkTestbed implements AutoCloseable {
    static final String DIRECTORY_PREFIX = "c4i-lab-net";

    private final OwnedDirectory owner;
    private final String prefix;
    private final ManagementNet management;
    private final ExitHook hook = new ExitHook(this::close);
    private int networks;
    private boolean closed;

    private NetworkTestbed(OwnedDirectory owner, String prefix, ManagementNet management) {
        this.owner = owner;
        this.prefix = prefix;
        this.management = management;
    }

    /** Why there can be no testbed here, with what to do; empty when there can. */
    public static Optional<String> obstacle() {
        for (String tool : List.of("ip", "tc", "nsenter")) {
            if (ToolRun.find(tool).isEmpty()) {
                return Optional.of(tool + " is missing: install iproute2 and util-linux");
            }
        }
        ToolRun trial = ToolRun.script("ip netns add c4ilab-trial$$ && ip netns del c4ilab-trial$$");
        return trial.succeeded()
                ? Optional.empty()
                : Optional.of("network namespaces cannot be created (" + trial.firstLine()
                        + "): run as root, or allow user namespaces and use ./c4i lab, which makes one");
    }

    /** Makes the management network. Blocks for a part of a second. */
    public static NetworkTestbed open() throws IOException {
        OwnedDirectory owner = OwnedDirectory.create(DIRECTORY_PREFIX);
        String id = String.valueOf(owner.path().getFileName()).substring(DIRECTORY_PREFIX.length());
        String prefix = Namespaces.PREFIX + id + "-";
        try {
            NetworkTestbed testbed =
                    new NetworkTestbed(owner, prefix, ManagementNet.create(prefix, Math.abs((long) id.hashCode())));
            testbed.hook.register();
            return testbed;
        } catch (IOException | RuntimeException e) {
            Namespaces.remove(Namespaces.list(prefix));
            owner.close();
            throw e;
        }
    }

    /** This process's address on the management network; what listens there is reached from all hosts. */
    public String managementAddress() {
        return management.address();
    }

    /** The management network as address and bits. */
    public String managementRange() {
        return management.range();
    }

    /** Builds a network; the caller closes it, or this testbed does. */
    public Network build(NetworkPlan plan, Driver driver) throws IOException {
        return build(plan, new Network.Choice(driver, 1));
    }

    /** The same with a seed for what a relay draws. */
    public Network build(NetworkPlan plan, Network.Choice choice) throws IOException {
        String name;
        synchronized (this) {
            if (closed) {
                throw new IOException("the testbed is closed");
            }
            name = prefix + networks++ + "-";
        }
        return Network.build(plan, choice, management, name);
    }

    /**
     * Why pods cannot be joined so on this machine; empty when they can. Tries it in a namespace of its own; blocks for
     * a part of a second.
     */
    public Optional<String> obstacleTo(NetworkPlan.Plumbing plumbing) {
        if (plumbing == NetworkPlan.Plumbing.HOST) {
            return Optional.empty();
        }
        String namespace;
        synchronized (this) {
            namespace = prefix + networks++ + "-trial";
        }
        List<String> lines = new ArrayList<>(List.of(
                "ip netns add " + namespace,
                "ip -n " + namespace + " link add " + AddressPlan.BRIDGE + " type bridge mcast_snooping 0"));
        if (plumbing == NetworkPlan.Plumbing.VXLAN) {
            lines.addAll(Overlay.trial(namespace));
        }
        ToolRun run = ToolRun.script(String.join("\n", lines) + "\n");
        ToolRun.script("ip netns del " + namespace);
        return run.succeeded() ? Optional.empty() : Optional.of(said(run));
    }

    /**
     * Tries every driver in a namespace of its own; the first that works is the one to use. Blocks for a part of a
     * second.
     */
    public List<Driver.Trial> drivers() {
        String namespace = prefix + "trial";
        List<Driver.Trial> trials = new ArrayList<>();
        String wrap = "ip netns add " + namespace + "\n%s\n";
        String netem = "tc -n " + namespace + " qdisc add dev lo root netem loss 1% delay 1ms";
        String tbf = "tc -n " + namespace + " qdisc add dev lo root tbf rate 1mbit burst 1600 limit 3000";
        String nft = "printf 'table netdev c4ilab { chain c { type filter hook ingress device \"lo\" priority 0;"
                + " numgen random mod 10 < 1 drop; }\\n}\\n' | nsenter --net=/run/netns/" + namespace + " nft -f -";
        trials.add(trial(Driver.NETEM, namespace, wrap.formatted(netem)));
        trials.add(trial(Driver.NFT_TBF, namespace, wrap.formatted(tbf + "\n" + nft)));
        boolean tun = Files.isWritable(Path.of("/dev/net/tun"));
        trials.add(new Driver.Trial(Driver.RELAY, tun ? "" : "/dev/net/tun is missing or not writable"));
        return trials;
    }

    private static Driver.Trial trial(Driver driver, String namespace, String script) {
        ToolRun run = ToolRun.script(script);
        ToolRun.script("ip netns del " + namespace);
        return new Driver.Trial(driver, run.succeeded() ? "" : said(run));
    }

    private static String said(ToolRun run) {
        return run.firstLine().isEmpty() ? "exit status " + run.exitStatus() : run.firstLine();
    }

    /** Kills what runs in its networks and removes them. */
    @Override
    public void close() throws IOException {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        try (owner) {
            Namespaces.remove(Namespaces.list(prefix));
        } finally {
            hook.forget();
        }
    }
}
