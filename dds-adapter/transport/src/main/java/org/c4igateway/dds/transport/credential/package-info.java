/** Documents of DDS Security. */
@NullMarked
package org.c4igateway.dds.transport.credential;

import org.jspecify.annotations.NullMarked;
