/** Format rules, the profiles that apply them, and diagnostics. */
@NullMarked
package org.c4igateway.topics.mtf.rule;

import org.jspecify.annotations.NullMarked;
