/**
 * What every transport and every data path on one must do, as tests to extend: {@link
 * org.c4igateway.core.contract.TransportContract} and {@link org.c4igateway.core.contract.DataPathContract}. The jar of
 * tests of this module carries them, for transports outside this project. The transport in memory passes both.
 */
@NullMarked
package org.c4igateway.core.contract;

import org.jspecify.annotations.NullMarked;
