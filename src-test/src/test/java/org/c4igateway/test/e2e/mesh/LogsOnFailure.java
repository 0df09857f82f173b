package org.c4igateway.test.e2e.mesh;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * Adds the ends of the nodes' logs to whatever a test fails with. Register it as static field, and show it the meshes.
 */
public final class LogsOnFailure implements TestExecutionExceptionHandler, LifecycleMethodExecutionExceptionHandler {
    private final List<TestMesh> meshes = new ArrayList<>();

    /** Remembers the mesh whose logs are worth reading. */
    public TestMesh show(TestMesh testMesh) {
        meshes.add(testMesh);
        return testMesh;
    }

    /** Forgets and closes all meshes. */
    public void closeAll() {
        meshes.forEach(TestMesh::close);
        meshes.clear();
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw withLogs(failure);
    }

    @Override
    public void handleBeforeAllMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw withLogs(failure);
    }

    @Override
    public void handleBeforeEachMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw withLogs(failure);
    }

    private Throwable withLogs(Throwable failure) {
        meshes.forEach(testMesh -> failure.addSuppressed(new AssertionError("logs of the nodes:\n" + testMesh.logs())));
        return failure;
    }
}
