/** The wire types of the gateway in the classes that OpenDDS generates for them. */
@NullMarked
package org.c4igateway.dds.opendds.type;

import org.jspecify.annotations.NullMarked;
