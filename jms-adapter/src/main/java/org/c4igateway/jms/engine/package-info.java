/** The Artemis broker inside a node, with its bounds. Internal to the adapter. */
@NullMarked
package org.c4igateway.jms.engine;

import org.jspecify.annotations.NullMarked;
