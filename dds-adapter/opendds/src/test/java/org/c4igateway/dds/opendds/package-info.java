@NullMarked
package org.c4igateway.dds.opendds;

import org.jspecify.annotations.NullMarked;
