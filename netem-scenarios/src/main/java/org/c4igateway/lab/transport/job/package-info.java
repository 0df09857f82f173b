/**
 * A job that a master divides among workers by a middleware: primes are counted by trial division. A worker that is
 * killed is replaced, and its replacement gets the interval from the middleware.
 */
@NullMarked
package org.c4igateway.lab.transport.job;

import org.jspecify.annotations.NullMarked;
