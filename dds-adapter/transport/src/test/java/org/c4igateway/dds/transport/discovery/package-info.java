@NullMarked
package org.c4igateway.dds.transport.discovery;

import org.jspecify.annotations.NullMarked;
