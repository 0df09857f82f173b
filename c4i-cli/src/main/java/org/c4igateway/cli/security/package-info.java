/** Makes credentials of DDS Security for a laboratory: authorities, identities, governance and permissions. */
@NullMarked
package org.c4igateway.cli.security;

import org.jspecify.annotations.NullMarked;
