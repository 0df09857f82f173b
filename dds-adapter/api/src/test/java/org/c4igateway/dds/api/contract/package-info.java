/** What every DDS provider has to do, as tests that a provider inherits. */
@NullMarked
package org.c4igateway.dds.api.contract;

import org.jspecify.annotations.NullMarked;
