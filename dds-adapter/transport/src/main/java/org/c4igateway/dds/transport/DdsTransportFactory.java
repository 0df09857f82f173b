package org.c4igateway.dds.transport;

import java.util.List;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.transport.Transport;
import org.c4igateway.core.transport.TransportContext;
import org.c4igateway.core.transport.TransportFactory;
import org.c4igateway.dds.api.DdsException;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DdsUnavailableException;
import org.c4igateway.dds.api.UnsupportedSettingException;
import org.c4igateway.topics.Topic;

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

    /** The policies that writers of the topic offer. */
    @Override
    public List<String> quality(Topic topic) {
        return qos.writer(topic).policies().stream()
                .map(Object::toString)
                .sorted()
                .toList();
    }

    @Override
    public Transport open(TransportContext context) {
        try {
            return DdsTransport.open(qos, context, DdsProvider.named(settings.provider()));
        } catch (DdsUnavailableException e) {
            throw new GatewayException.Fatal(ErrorCode.NATIVE_LIBRARY, String.valueOf(e.getMessage()), e.remedy(), e);
        } catch (UnsupportedSettingException e) {
            String key = DdsSettings.PREFIX + "." + e.key();
            throw new GatewayException.Fatal(
                            ErrorCode.CONFIGURATION, DdsSettings.PREFIX + "." + e.getMessage(), e.remedy(), e)
                    .about(key);
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
