/** {@code c4i replay}: sends rows again as new rows. */
@NullMarked
package org.c4igateway.cli.database.replay;

import org.jspecify.annotations.NullMarked;
