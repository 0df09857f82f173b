package org.c4igateway.test.e2e.mesh;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** Nodes of this test run on OpenDDS; where the build has none the test is skipped with the reason. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfEnvironmentVariable(
        named = "DDS_ROOT",
        matches = ".+",
        disabledReason = "it names an OpenDDS with Java, see docs/opendds.md")
public @interface OnOpenDds {}
