@NullMarked
package org.c4igateway.app.web;

import org.jspecify.annotations.NullMarked;
