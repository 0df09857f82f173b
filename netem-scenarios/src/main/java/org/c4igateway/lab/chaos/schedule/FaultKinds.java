package org.c4igateway.lab.chaos.schedule;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.c4igateway.lab.testbed.disk.LoopDisk;
import org.c4igateway.lab.tool.ToolRun;

/** Which kinds of faults are possible on this machine. */
public final class FaultKinds {
    private static final Path TUN = Path.of("/dev/net/tun");

    private FaultKinds() {}

    /** Why a kind is not possible here; empty when it is. */
    public static Optional<String> obstacle(FaultKind kind) {
        if (kind == FaultKind.CLOCK && WrongClock.obstacle().isPresent()) {
            return WrongClock.obstacle();
        }
        if ((kind.needsDisk() || kind.needsNodeDisk()) && LoopDisk.obstacle().isPresent()) {
            return LoopDisk.obstacle();
        }
        if (kind == FaultKind.MTU_BLACK_HOLE && ToolRun.find("nft").isEmpty()) {
            return Optional.of("nft is missing: install nftables");
        }
        return kind.needsRelay() && !Files.isWritable(TUN)
                ? Optional.of(TUN + " is missing or not writable")
                : Optional.empty();
    }

    /**
     * All that are possible and do not change the run as a whole.
     *
     * @param gateways whether there are WAN gateways
     */
    public static Set<FaultKind> usual(boolean gateways) {
        Set<FaultKind> usual = EnumSet.allOf(FaultKind.class);
        usual.removeIf(kind -> kind.changesTheRun()
                || (kind.needsGateway() && !gateways)
                || obstacle(kind).isPresent());
        return usual;
    }
}
