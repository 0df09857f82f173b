/** XML documents from outside. */
@NullMarked
package org.c4igateway.dds.api.xml;

import org.jspecify.annotations.NullMarked;
