/**
 * A seeded nemesis on real processes: it breaks nodes, database servers and links by a schedule drawn before, while
 * rows are submitted, and has all histories judged once the systems have come to rest.
 */
@NullMarked
package org.c4igateway.lab.chaos;

import org.jspecify.annotations.NullMarked;
