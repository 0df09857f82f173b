package org.c4igateway.dbbridge.database;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIf;

/** Marks tests that need a server of MariaDB on this machine. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@EnabledIf(
        value = "org.c4igateway.dbbridge.database.MariaDbServer#isInstalled",
        disabledReason = "mariadb-server is not installed")
public @interface OnMariaDb {}
