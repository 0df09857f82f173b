/** Programs that exchange payloads over a middleware or a socket, as processes of their own, without a database. */
@NullMarked
package org.c4igateway.lab.transport;

import org.jspecify.annotations.NullMarked;
