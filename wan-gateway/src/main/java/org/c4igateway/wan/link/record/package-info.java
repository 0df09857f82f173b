/** Records within a link engine: what is offered, outstanding, split and put together, and how each ends. */
@NullMarked
package org.c4igateway.wan.link.record;

import org.jspecify.annotations.NullMarked;
