@NullMarked
package org.c4igateway.dds.cyclone;

import org.jspecify.annotations.NullMarked;
