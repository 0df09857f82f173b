/** What the codes of the gateway mean. */
@NullMarked
package org.c4igateway.cli.codes;

import org.jspecify.annotations.NullMarked;
