/** Reads XML-MTF schema sets (messages, sets, composites, fields) into definition files. */
@NullMarked
package org.c4igateway.topics.definition.schema;

import org.jspecify.annotations.NullMarked;
