package org.c4igateway.lab.net;

import java.io.IOException;
import java.util.List;
import org.c4igateway.lab.tool.ToolRun;

/**
 * The network by which this process, and the database server it starts, reach all hosts of a testbed: a switch in a
 * namespace of its own and one interface of this process's namespace. Never impaired. Addresses are a /20 of
 * 198.19.0.0/16. Safe for concurrent use.
 */
final class ManagementNet {
    private static final int BLOCKS = 16;
    private static final int TRIES = 4 * BLOCKS;
    private static final int BLOCK_SIZE = 4_096;
    private static final int BITS = 20;

    private final String namespace;
    private final int block;
    private int attached;

    private ManagementNet(String namespace, int block) {
        this.namespace = namespace;
        this.block = block;
    }

    /**
     * Takes addresses that no other testbed has, also of one that is made at the same moment: each looks again when it
     * has its addresses, and leaves those that another has as well.
     *
     * @param id tells testbeds apart
     */
    static ManagementNet create(String prefix, long id) throws IOException {
        String device = "c4i" + Long.toString(Math.floorMod(id, 1_000_000_000_000L), Character.MAX_RADIX);
        for (int attempt = 0; attempt < TRIES; attempt++) {
            int block = (int) Math.floorMod(id + attempt, (long) BLOCKS);
            ManagementNet net = new ManagementNet(prefix + "hub", block);
            if (net.holders() == 0) {
                net.build(device);
                if (net.holders() == 1) {
                    return net;
                }
                ToolRun.script("ip link del " + device).orThrow("leaving addresses to another testbed");
                Namespaces.remove(List.of(net.namespace));
            }
        }
        throw new IOException("all of 198.19.0.0/16 is in use; run `c4i lab clean`");
    }

    /** How many testbeds of this machine have these addresses. */
    private int holders() throws IOException {
        String wanted = " " + address(1) + "/";
        return (int) ToolRun.of("ip", "-4", "-o", "address", "show")
                .orThrow("listing addresses")
                .lines()
                .filter(line -> line.contains(wanted))
                .count();
    }

    private void build(String device) throws IOException {
        ToolRun.script("""
                        ip netns add %1$s
                        ip -n %1$s link add bridge0 type bridge mcast_snooping 0
                        ip -n %1$s link set bridge0 up
                        ip link add %2$s type veth peer name lab netns %1$s
                        ip -n %1$s link set lab master bridge0
                        ip -n %1$s link set lab up
                        ip address add %3$s/%4$d dev %2$s
                        ip link set %2$s up
                        """.formatted(namespace, device, address(1), BITS)).orThrow("building the management network");
    }

    /** Address of this process. */
    String address() {
        return address(1);
    }

    /** Addresses of the whole network, as database servers want them. */
    String range() {
        return address(0) + "/" + BITS;
    }

    /** Gives a namespace an interface to this network; returns its address. */
    synchronized String attach(String other) throws IOException {
        attached++;
        if (attached + 1 >= BLOCK_SIZE - 1) {
            throw new IOException("more hosts than the management network has addresses");
        }
        String address = address(attached + 1);
        ToolRun.script("""
                        ip -n %1$s link add port%2$d type veth peer name %3$s netns %4$s
                        ip -n %1$s link set port%2$d master bridge0
                        ip -n %1$s link set port%2$d up
                        ip -n %4$s address add %5$s/%6$d dev %3$s
                        ip -n %4$s link set %3$s up
                        """.formatted(namespace, attached, Host.MANAGEMENT_DEVICE, other, address, BITS))
                .orThrow("attaching a host to the management network");
        return address;
    }

    private String address(int number) {
        int whole = block * BLOCK_SIZE + number;
        return "198.19." + whole / 256 + "." + whole % 256;
    }
}
