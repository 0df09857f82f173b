/**
 * Message definitions as data: which sets a message has, in which order, with which fields; and the validator that
 * holds a document against them. Definitions are YAML files, shipped ones and those of the user.
 */
@NullMarked
package org.c4igateway.topics.definition;

import org.jspecify.annotations.NullMarked;
