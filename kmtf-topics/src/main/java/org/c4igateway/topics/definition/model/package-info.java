/** Message, set and field definitions. Immutable. */
@NullMarked
package org.c4igateway.topics.definition.model;

import org.jspecify.annotations.NullMarked;
