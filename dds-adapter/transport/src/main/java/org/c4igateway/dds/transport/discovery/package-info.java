/** What this node's DDS transport knows of the rest of its domain. */
@NullMarked
package org.c4igateway.dds.transport.discovery;

import org.jspecify.annotations.NullMarked;
