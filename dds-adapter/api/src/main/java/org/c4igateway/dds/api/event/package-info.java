/** Status changes that a provider reports. */
@NullMarked
package org.c4igateway.dds.api.event;

import org.jspecify.annotations.NullMarked;
