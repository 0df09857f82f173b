package org.c4igateway.cli.kmtf;

import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.c4igateway.cli.base.Json;

/** Forms in which the outline of a message is written. */
enum OutlineFormat {
    /** Indented lines for people. */
    TEXT {
        @Override
        String write(MessageOutline message) {
            StringBuilder text = new StringBuilder(message.name());
            text.append(message.title().isEmpty() ? "" : " - " + message.title());
            for (MessageOutline.Set set : message.sets()) {
                text.append(NEW_LINE).append("  ").append(set.id());
                text.append(set.title().isEmpty() ? "" : " - " + set.title());
                text.append(" (line ").append(set.line()).append(')');
                for (List<MessageOutline.Field> row : set.rows()) {
                    row.forEach(field -> text.append(NEW_LINE)
                            .append("    ")
                            .append(field.name().isEmpty() ? "" : field.name() + ": ")
                            .append(field.text()));
                    text.append(set.rows().size() > 1 ? NEW_LINE + "    --" : "");
                }
                set.text().stream()
                        .flatMap(free -> Stream.concat(
                                free.subject().lines(), free.content().lines()))
                        .forEach(line -> text.append(NEW_LINE).append("    ").append(line));
            }
            return text.toString();
        }
    },
    /** One line of JSON. */
    JSON {
        @Override
        String write(MessageOutline message) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("message", message.name());
            fields.put("title", message.title());
            fields.put("sets", message.sets().stream().map(OutlineFormat::json).toList());
            return Json.write(fields);
        }
    },
    /** XML 1.0; characters that it cannot hold are written as {@code \\u{XXXX}}. */
    XML {
        @Override
        String write(MessageOutline message) {
            StringWriter text = new StringWriter();
            try {
                XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
                xml.writeStartElement("message");
                attribute(xml, "name", message.name());
                attribute(xml, "title", message.title());
                for (MessageOutline.Set set : message.sets()) {
                    writeSet(xml, set);
                }
                xml.writeEndElement();
                xml.close();
            } catch (XMLStreamException e) {
                throw new IllegalStateException("a string cannot fail to take text", e);
            }
            return text.toString();
        }
    };

    private static final String NEW_LINE = System.lineSeparator();

    abstract String write(MessageOutline message);

    private static Map<String, Object> json(MessageOutline.Set set) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", set.id());
        fields.put("title", set.title());
        fields.put("line", set.line());
        set.text()
                .ifPresentOrElse(
                        text -> {
                            fields.put("subject", text.subject());
                            fields.put("text", text.content());
                        },
                        () -> fields.put(
                                "rows",
                                set.rows().stream().map(OutlineFormat::json).toList()));
        return fields;
    }

    private static List<Map<String, Object>> json(List<MessageOutline.Field> row) {
        return row.stream()
                .<Map<String, Object>>map(field -> {
                    Map<String, Object> fields = new LinkedHashMap<>();
                    fields.put("name", field.name());
                    fields.put("text", field.text());
                    return fields;
                })
                .toList();
    }

    private static void writeSet(XMLStreamWriter xml, MessageOutline.Set set) throws XMLStreamException {
        xml.writeStartElement("set");
        attribute(xml, "id", set.id());
        attribute(xml, "title", set.title());
        attribute(xml, "line", Integer.toString(set.line()));
        for (List<MessageOutline.Field> row : set.rows()) {
            xml.writeStartElement("row");
            for (MessageOutline.Field field : row) {
                xml.writeStartElement("field");
                attribute(xml, "name", field.name());
                xml.writeCharacters(legal(field.text()));
                xml.writeEndElement();
            }
            xml.writeEndElement();
        }
        if (set.text().isPresent()) {
            xml.writeStartElement("text");
            attribute(xml, "subject", set.text().get().subject());
            xml.writeCharacters(legal(set.text().get().content()));
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    private static void attribute(XMLStreamWriter xml, String name, String value) throws XMLStreamException {
        if (!value.isEmpty()) {
            xml.writeAttribute(name, legal(value));
        }
    }

    /** XML 1.0, section 2.2. */
    private static String legal(String text) {
        StringBuilder legal = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            boolean allowed = c == '\t'
                    || c == '\n'
                    || c == '\r'
                    || (c >= 0x20 && c <= 0xD7FF)
                    || (c >= 0xE000 && c <= 0xFFFD)
                    || c >= 0x10000;
            if (allowed) {
                legal.appendCodePoint(c);
            } else {
                legal.append(String.format("\\u{%04X}", c));
            }
        });
        return legal.toString();
    }
}
