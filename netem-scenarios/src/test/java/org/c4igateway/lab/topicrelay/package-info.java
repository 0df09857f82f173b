@NullMarked
package org.c4igateway.lab.topicrelay;

import org.jspecify.annotations.NullMarked;
