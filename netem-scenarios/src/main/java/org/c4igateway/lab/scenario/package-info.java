/** The language of scenarios: what is built, what runs over it, what goes wrong meanwhile, and how often. */
@NullMarked
package org.c4igateway.lab.scenario;

import org.jspecify.annotations.NullMarked;
