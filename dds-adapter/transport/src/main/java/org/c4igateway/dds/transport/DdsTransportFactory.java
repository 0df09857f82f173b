package org.c4igateway.dds.transport;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.Transport;
import org.c4igateway.core.transport.TransportContext;
import org.c4igateway.core.transport.TransportFactory;
import org.c4igateway.dds.api.DdsException;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DdsUnavailableException;
import org.c4igateway.dds.api.UnsupportedQosException;
import org.c4igateway.dds.api.UnsupportedSettingException;
import org.c4igateway.dds.api.event.EntityKind;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;

/** Opens the DDS transport: joins the domain and creates a writer for each topic of the catalogue. */
public final class DdsTransportFactory implements TransportFactory {
    private final DdsSettings settings;
    private final TopicQos qos;

    /** @param settings validated configuration */
    public DdsTransportFactory(DdsSettings settings) {
        this.settings = settings;
        this.qos = new TopicQos(settings);
    }

    @Override
    public String name() {
        return DdsTransport.NAME;
    }

    /** Peers find each other. */
    @Override
    public boolean takesNewcomers() {
        return true;
    }

    /** The policies that writers of the topic offer. */
    @Override
    public List<String> quality(Topic topic) {
        return qos.writer(topic).policies().stream()
                .map(Object::toString)
                .sorted()
                .toList();
    }

    @Override
    public void check(Set<SystemName> peers, TopicCatalogue catalogue, Instant now) {
        qos.check(catalogue);
        settings.security().files().ifPresent(files -> Credentials.check(files, now));
        DdsProvider provider = provider();
        inTermsOfTheConfiguration(() -> {
            provider.check(settings.domain());
            provider.check(qos.participant(), EntityKind.PARTICIPANT);
            for (Topic topic : catalogue.topics()) {
                provider.check(qos.writer(topic), EntityKind.WRITER);
                provider.check(qos.reader(topic), EntityKind.READER);
            }
            return provider;
        });
    }

    @Override
    public Transport open(TransportContext context) {
        DdsProvider provider = provider();
        return inTermsOfTheConfiguration(() -> DdsTransport.open(qos, context, provider));
    }

    private DdsProvider provider() {
        try {
            return DdsProvider.named(settings.provider());
        } catch (DdsUnavailableException e) {
            String key = DdsSettings.PREFIX + ".provider";
            throw new GatewayException.Fatal(ErrorCode.NATIVE_LIBRARY, key + ": " + e.getMessage(), e.remedy(), e)
                    .about(key);
        }
    }

    private static <T> T inTermsOfTheConfiguration(Supplier<T> task) {
        try {
            return task.get();
        } catch (DdsUnavailableException e) {
            throw new GatewayException.Fatal(ErrorCode.NATIVE_LIBRARY, String.valueOf(e.getMessage()), e.remedy(), e);
        } catch (UnsupportedSettingException e) {
            String key = DdsSettings.PREFIX + "." + e.key();
            throw new GatewayException.Fatal(
                            ErrorCode.CONFIGURATION, DdsSettings.PREFIX + "." + e.getMessage(), e.remedy(), e)
                    .about(key);
        } catch (UnsupportedQosException e) {
            throw DdsSettings.fault("qos", String.valueOf(e.getMessage()), "Change the policy.");
        } catch (DdsException | IllegalArgumentException e) {
            throw new GatewayException.Fatal(
                    ErrorCode.CONFIGURATION,
                    "the DDS domain cannot be joined: " + e.getMessage(),
                    "Check " + DdsSettings.PREFIX + ".network and the quality of service in " + DdsSettings.PREFIX
                            + ".qos.",
                    e);
        }
    }
}
