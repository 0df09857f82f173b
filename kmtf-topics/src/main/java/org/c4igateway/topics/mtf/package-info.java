/**
 * MTF text messages (ADatP-3 Part I, APP-11): parser, generic rules, model and writer. Works on bytes, never throws on
 * input, keeps the bytes it was given. Knows nothing of particular messages; see the {@code definition} package.
 */
@NullMarked
package org.c4igateway.topics.mtf;

import org.jspecify.annotations.NullMarked;
