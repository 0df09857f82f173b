/** The schema of the interface database: migration, verification and the name of its system. */
@NullMarked
package org.c4igateway.dbbridge.schema;

import org.jspecify.annotations.NullMarked;
