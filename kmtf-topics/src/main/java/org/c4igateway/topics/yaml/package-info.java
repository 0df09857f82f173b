/** YAML whose every complaint names file, line and column; for definitions and scenarios. */
@NullMarked
package org.c4igateway.topics.yaml;

import org.jspecify.annotations.NullMarked;
