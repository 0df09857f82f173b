package org.c4igateway.fault;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.c4igateway.core.transport.InboundHandler;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.core.transport.Transport;
import org.c4igateway.core.transport.TransportFactory;
import org.jspecify.annotations.Nullable;

/** Stands between a node and its transport, call by call, whatever the calls take. */
final class WatchedTransport {
    private WatchedTransport() {}

    /** What is done to each call. */
    interface Meddling {
        /** @return what the call returns to the node, perhaps after {@code real} was called */
        @Nullable Object call(Method method, Call real, @Nullable Object[] arguments) throws Throwable;
    }

    /** The call as the node meant it. */
    interface Call {
        @Nullable Object go() throws Throwable;
    }

    /** A factory whose transports tell the fail point what passes them. */
    static TransportFactory watched(TransportFactory factory, FailPoint point) {
        return opening(factory, (method, real, arguments) -> {
            if (method.getName().equals("receive") && arguments[0] instanceof InboundHandler handler) {
                arguments[0] = watched(handler, point);
            }
            Object result = real.go();
            if (method.getName().equals("sendReceipt") && result instanceof SendOutcome.Accepted) {
                point.passed(KillPoint.RECEIPT_SENT);
            }
            return result;
        });
    }

    private static InboundHandler watched(InboundHandler handler, FailPoint point) {
        return meddled(InboundHandler.class, handler, (method, real, arguments) -> {
            switch (method.getName()) {
                case "onMessage", "offerMessage" -> point.passed(KillPoint.ARRIVED);
                case "onReceipt" -> point.passed(KillPoint.RECEIPT_ARRIVED);
                default -> {
                    // of no interest
                }
            }
            return real.go();
        });
    }

    /** A factory whose transports answer every message so. */
    static TransportFactory answering(TransportFactory factory, SendOutcome outcome) {
        return opening(factory, (method, real, arguments) -> method.getName().equals("send") ? outcome : real.go());
    }

    private static TransportFactory opening(TransportFactory factory, Meddling meddling) {
        return meddled(TransportFactory.class, factory, (method, real, arguments) -> {
            Object result = real.go();
            return result instanceof Transport transport ? meddled(Transport.class, transport, meddling) : result;
        });
    }

    private static <T> T meddled(Class<T> type, T target, Meddling meddling) {
        InvocationHandler handler = (proxy, method, arguments) -> meddling.call(
                method, () -> invoke(target, method, arguments), arguments == null ? new Object[0] : arguments);
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static @Nullable Object invoke(Object target, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
