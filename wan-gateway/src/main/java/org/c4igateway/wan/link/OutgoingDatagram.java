package org.c4igateway.wan.link;

import java.util.Optional;
import org.c4igateway.core.message.Precedence;

/**
 * A datagram to be sent now.
 *
 * @param body sealed; handed over
 * @param precedence of the frame in it; empty when it has none
 */
public record OutgoingDatagram(byte[] body, Optional<Precedence> precedence) {}
