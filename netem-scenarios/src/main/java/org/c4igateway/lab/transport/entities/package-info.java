/**
 * Many ends on two hosts that meet: what it costs in time, bytes, memory and threads where the middleware is in each
 * program, and where it is a server for all.
 */
@NullMarked
package org.c4igateway.lab.transport.entities;

import org.jspecify.annotations.NullMarked;
