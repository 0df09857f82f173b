package org.c4igateway.cli.doctor;

import java.util.List;

/** Looks at one aspect of the machine and changes nothing. Blocks for some seconds at most. */
interface Check {
    List<Finding> examine();
}
