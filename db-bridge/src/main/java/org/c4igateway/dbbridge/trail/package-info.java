/** What people ask an interface database about single messages, and what operators may do with them. */
@NullMarked
package org.c4igateway.dbbridge.trail;

import org.jspecify.annotations.NullMarked;
