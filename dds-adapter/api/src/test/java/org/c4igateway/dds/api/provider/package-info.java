@NullMarked
package org.c4igateway.dds.api.provider;

import org.jspecify.annotations.NullMarked;
