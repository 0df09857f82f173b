package org.c4igateway.jms;

import org.c4igateway.jms.client.QueuedSend;

/**
 * What is sent to a peer without a request.
 *
 * @param announcement first on each connection
 * @param answer when the peer has announced itself
 * @param beat now and then behind an external broker: a receipt for nothing
 */
record LinkGreetings(QueuedSend announcement, QueuedSend answer, QueuedSend beat) {}
