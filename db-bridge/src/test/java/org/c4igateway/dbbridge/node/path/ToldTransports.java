package org.c4igateway.dbbridge.node.path;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.PeerAbsence;
import org.c4igateway.core.transport.Transport;
import org.c4igateway.core.transport.TransportAlarm;
import org.c4igateway.core.transport.TransportContext;
import org.c4igateway.core.transport.TransportFactory;

/** Transports that say of peers and of themselves what a test tells them, and note who joins. Thread-safe. */
final class ToldTransports extends PortFactory {
    final Map<SystemName, PeerAbsence> absences = new ConcurrentHashMap<>();
    final List<TransportAlarm> alarms = new CopyOnWriteArrayList<>();
    final List<SystemName> joined = new CopyOnWriteArrayList<>();
    /** Runs when the next one opens. */
    volatile Runnable meanwhile = () -> {};

    ToldTransports(TransportFactory carrier) {
        super(carrier, self -> true);
    }

    @Override
    public Transport open(TransportContext context) {
        meanwhile.run();
        Transport whole = super.open(context);
        return (Transport) Proxy.newProxyInstance(
                Transport.class.getClassLoader(),
                new Class<?>[] {Transport.class},
                (self, method, arguments) -> switch (method.getName()) {
                    case "absence" -> Optional.ofNullable(absences.get((SystemName) arguments[0]));
                    case "alarms" -> List.copyOf(alarms);
                    default -> {
                        if (method.getName().equals("join")) {
                            joined.add((SystemName) arguments[0]);
                        }
                        try {
                            yield method.invoke(whole, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    }
                });
    }
}
