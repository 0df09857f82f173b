/** What a run of chaos does, known before it begins. */
@NullMarked
package org.c4igateway.lab.chaos.plan;

import org.jspecify.annotations.NullMarked;
