/** Changes of a running node: notices changed files, checks them as a whole, compares, and applies what can be. */
@NullMarked
package org.c4igateway.dbbridge.node.reload;

import org.jspecify.annotations.NullMarked;
