/** What a shell completes. */
@NullMarked
package org.c4igateway.cli.completion;

import org.jspecify.annotations.NullMarked;
