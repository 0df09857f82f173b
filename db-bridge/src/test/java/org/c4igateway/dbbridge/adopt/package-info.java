/** Tests of mappings, most of them on a real server. */
@NullMarked
package org.c4igateway.dbbridge.adopt;

import org.jspecify.annotations.NullMarked;
