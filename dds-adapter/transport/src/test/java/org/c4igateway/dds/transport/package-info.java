@NullMarked
package org.c4igateway.dds.transport;

import org.jspecify.annotations.NullMarked;
