/** The rows that a sender has in memory: by group of destinations, how far each was read, and what they may take up. */
@NullMarked
package org.c4igateway.core.flow.send.group;

import org.jspecify.annotations.NullMarked;
