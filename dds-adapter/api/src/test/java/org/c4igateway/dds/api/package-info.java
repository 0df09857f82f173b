@NullMarked
package org.c4igateway.dds.api;

import org.jspecify.annotations.NullMarked;
