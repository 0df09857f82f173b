@NullMarked
package org.c4igateway.core.compression;

import org.jspecify.annotations.NullMarked;
