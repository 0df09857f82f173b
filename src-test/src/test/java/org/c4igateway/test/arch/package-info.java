/** Rules of the architecture, checked on the compiled classes of every module. */
@NullMarked
package org.c4igateway.test.arch;

import org.jspecify.annotations.NullMarked;
