/**
 * What late readers get by DURABILITY, RELIABILITY and HISTORY, from writers and from the history service, against what
 * the policies promise.
 */
@NullMarked
package org.c4igateway.lab.transport.durability;

import org.jspecify.annotations.NullMarked;
