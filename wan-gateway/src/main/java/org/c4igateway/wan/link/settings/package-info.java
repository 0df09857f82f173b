/** Settings of a link. Immutable and checked. */
@NullMarked
package org.c4igateway.wan.link.settings;

import org.jspecify.annotations.NullMarked;
