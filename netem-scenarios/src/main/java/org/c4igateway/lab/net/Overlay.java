package org.c4igateway.lab.net;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Shell commands that join the workers of a plan by VXLAN (RFC 7348) as flannel does: each worker has a device of the
 * overlay with an address of its own, knows by fixed entries the devices of all other workers, and sends them what is
 * for their pods. Packets of pods are so much smaller that they fit with the headers into those of the links.
 */
final class Overlay {
    static final String DEVICE = "vxlan0";

    private static final int LINK_MTU = 1_500;

    /** IP, UDP and VXLAN outside, Ethernet inside. */
    private static final int HEADER_BYTES = 20 + 8 + 8 + 14;

    private static final String MTU = " mtu " + (LINK_MTU - HEADER_BYTES);

    private final NetworkPlan plan;
    private final AddressPlan addresses;
    private final String prefix;

    /** @param prefix of the namespaces' names */
    Overlay(NetworkPlan plan, AddressPlan addresses, String prefix) {
        this.plan = plan;
        this.addresses = addresses;
        this.prefix = prefix;
    }

    /**
     * A worker on the overlay.
     *
     * @param uplink its port to the other workers
     * @param pods its port to its pod
     */
    private record Worker(String namespace, AddressPlan.Port uplink, AddressPlan.Port pods) {
        String ethernet() {
            return String.format(Locale.ROOT, "02:00:00:00:00:%02x", pods.segment());
        }
    }

    /** The commands; links are there before, and routes are added after them. */
    List<String> lines() {
        List<Worker> workers = plan.elements().stream()
                .map(NetworkPlan.Element::name)
                .filter(plan::isWorker)
                .map(this::worker)
                .toList();
        List<String> lines = new ArrayList<>();
        for (Worker worker : workers) {
            String ip = "ip -n " + worker.namespace() + " ";
            lines.add(ip
                    + add(worker.ethernet(), worker.uplink().address())
                    + " dev " + worker.uplink().device());
            lines.add(ip + "address add " + worker.pods().base() + "/32 dev " + DEVICE);
            lines.add(ip + "link set " + DEVICE + MTU + " up");
            lines.add(ip + "link set port1" + MTU);
            lines.add(ip + "link set " + AddressPlan.BRIDGE + MTU);
            for (Worker other : workers) {
                if (!other.equals(worker)) {
                    lines.add(ip + "neighbour add " + other.pods().base() + " lladdr " + other.ethernet() + " dev "
                            + DEVICE + " nud permanent");
                    lines.add(knows(
                            worker.namespace(), other.ethernet(), other.uplink().address()));
                }
            }
        }
        plan.elements().stream()
                .filter(element -> element.kind() == NetworkPlan.Kind.HOST)
                .forEach(pod -> lines.add("ip -n " + prefix + pod.name() + " link set net0" + MTU));
        return lines;
    }

    private Worker worker(String name) {
        List<AddressPlan.Port> ports = addresses.ports(name);
        return new Worker(prefix + name, ports.getFirst(), ports.getLast());
    }

    /** Commands that fail, in a namespace of their own, where this machine can make no overlay. */
    static List<String> trial(String namespace) {
        return List.of(
                "ip -n " + namespace + " " + add("02:00:00:00:00:01", "127.0.0.1"),
                knows(namespace, "02:00:00:00:00:02", "127.0.0.2"));
    }

    /** The port is that of flannel. It learns nothing from what arrives. */
    private static String add(String ethernet, String local) {
        return "link add " + DEVICE + " address " + ethernet + " type vxlan id 1 local " + local
                + " dstport 8472 nolearning";
    }

    private static String knows(String namespace, String ethernet, String worker) {
        return "bridge -n " + namespace + " fdb append " + ethernet + " dev " + DEVICE + " dst " + worker;
    }
}
