/** What providers of the DDS API share; of no use to those who use the API. */
@NullMarked
package org.c4igateway.dds.api.provider;

import org.jspecify.annotations.NullMarked;
