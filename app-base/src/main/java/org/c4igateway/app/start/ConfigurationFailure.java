package org.c4igateway.app.start;

import java.net.SocketException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** Tells starts that fail until somebody changes a file from those that may succeed when they are repeated. */
public final class ConfigurationFailure {
    private static final int MOST_CAUSES = 100;

    private static final Set<ErrorCode> OF_FILES =
            Set.of(ErrorCode.CONFIGURATION, ErrorCode.CATALOGUE, ErrorCode.NATIVE_LIBRARY);

    private ConfigurationFailure() {}

    /**
     * A fault of the configuration is one of what the process met if a database server said so, as when it refuses a
     * login; if this machine or its name service said so, as of an interface, an address or a name that is not there
     * yet; or if it comes from something else and names no key, as a DDS domain that cannot be joined.
     *
     * @param failure why an application did not start, with its causes
     */
    public static boolean isBehind(Throwable failure) {
        List<Throwable> causes = Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .limit(MOST_CAUSES)
                .toList();
        return causes.stream().anyMatch(ConfigurationFailure::isOfFiles)
                && causes.stream().noneMatch(ConfigurationFailure::isOfSurroundings);
    }

    private static boolean isOfSurroundings(Throwable cause) {
        return cause instanceof SQLException
                || cause instanceof SocketException
                || cause instanceof UnknownHostException;
    }

    private static boolean isOfFiles(Throwable cause) {
        return switch (cause) {
            case GatewayException.Fatal fault ->
                OF_FILES.contains(fault.errorCode())
                        && (fault.getCause() == null || fault.key().isPresent());
            case BindException _, InvalidConfigurationPropertyValueException _, MarkedYAMLException _ -> true;
            case StackOverflowError _ -> true;
            default -> false;
        };
    }
}
