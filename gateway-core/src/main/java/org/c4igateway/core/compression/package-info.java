/** The dictionaries that compressed texts of messages refer to, whatever carries them. */
@NullMarked
package org.c4igateway.core.compression;

import org.jspecify.annotations.NullMarked;
