/** Tests of the oracle: it must see each kind of fault, or everything that rests on it proves nothing. */
@NullMarked
package org.c4igateway.lab.history;

import org.jspecify.annotations.NullMarked;
