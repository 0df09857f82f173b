/** Advice for a user's links: a transport with its settings, from results that are there or from a short matrix. */
@NullMarked
package org.c4igateway.lab.advise;

import org.jspecify.annotations.NullMarked;
