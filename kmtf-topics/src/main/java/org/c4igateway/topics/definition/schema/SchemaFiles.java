package org.c4igateway.topics.definition.schema;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.MissingResourceException;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads the schema documents of one directory. It follows no {@code schemaLocation}, knows no document type definition
 * and no external entity, and so opens no other file and no connection. One use, one thread.
 */
final class SchemaFiles {
    static final int MAX_FILES = 1_000;
    static final long MAX_BYTES = 64L << 20;
    static final int DEEPEST = 64;
    static final int MAX_ELEMENTS = 3_000_000;
    private static final Set<String> QUALIFIED = Set.of("base", "type", "ref");

    private final XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    private int elements;

    SchemaFiles() {
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
    }

    /**
     * The roots of all its files {@code *.xsd}, in order of names.
     *
     * @throws SchemaNode.Fault when the directory or a file cannot be read or is beyond the bounds
     */
    List<SchemaNode> read(Path directory) {
        try (Stream<Path> entries = Files.list(directory)) {
            List<Path> files = entries.filter(file -> file.toString().endsWith(".xsd") && Files.isRegularFile(file))
                    .sorted()
                    .limit(MAX_FILES + 1L)
                    .toList();
            if (files.isEmpty() || files.size() > MAX_FILES) {
                String found = files.isEmpty() ? "no file *.xsd" : "more than " + MAX_FILES + " files *.xsd";
                throw new SchemaNode.Fault(directory + ": the directory holds " + found);
            }
            return files.stream().map(this::document).toList();
        } catch (IOException e) {
            throw new SchemaNode.Fault(directory + ": the directory cannot be read: " + e);
        }
    }

    private SchemaNode document(Path file) {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new SchemaNode.Fault(file + ":1: the file is larger than " + MAX_BYTES + " bytes");
            }
            try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
                XMLStreamReader xml = factory.createXMLStreamReader(in);
                SchemaNode root = tree(file.toString(), xml);
                if (!root.is("schema")) {
                    throw root.fault("the root is not 'schema' of XML Schema");
                }
                return root;
            }
        } catch (XMLStreamException e) {
            int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNumber());
            throw new SchemaNode.Fault(file + ":" + line + ": not XML: " + firstLine(e));
        } catch (MissingResourceException e) {
            // The JDK lacks the text of some of its messages about document types.
            throw new SchemaNode.Fault(file + ":1: not XML: " + e.getKey());
        } catch (IOException e) {
            throw new SchemaNode.Fault(file + ":1: cannot be read: " + e);
        }
    }

    private SchemaNode tree(String file, XMLStreamReader xml) throws XMLStreamException {
        Deque<SchemaNode> open = new ArrayDeque<>();
        List<SchemaNode> roots = new ArrayList<>(1);
        while (xml.hasNext()) {
            switch (xml.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    SchemaNode node = node(file, xml, open.size());
                    if (open.isEmpty()) {
                        roots.add(node);
                    } else {
                        open.getLast().children().add(node);
                    }
                    open.addLast(node);
                }
                case XMLStreamConstants.END_ELEMENT -> open.removeLast();
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                    if (!xml.isWhiteSpace()) {
                        open.getLast().text().append(xml.getText());
                    }
                }
                case XMLStreamConstants.DTD ->
                    throw new SchemaNode.Fault(file + ":" + xml.getLocation().getLineNumber()
                            + ": a document type definition is not read");
                default -> {}
            }
        }
        return roots.getFirst();
    }

    private SchemaNode node(String file, XMLStreamReader xml, int depth) {
        int line = xml.getLocation().getLineNumber();
        elements++;
        if (depth >= DEEPEST || elements > MAX_ELEMENTS) {
            throw new SchemaNode.Fault(file + ":" + line + ": " + xml.getLocalName() + ": "
                    + (depth >= DEEPEST
                            ? "nested deeper than " + DEEPEST
                            : "the files have more than " + MAX_ELEMENTS + " elements"));
        }
        Map<String, String> attributes = HashMap.newHashMap(xml.getAttributeCount());
        for (int i = 0; i < xml.getAttributeCount(); i++) {
            String name = xml.getAttributeLocalName(i);
            String value = xml.getAttributeValue(i);
            attributes.put(name, QUALIFIED.contains(name) ? qualified(value, xml) : value);
        }
        boolean schema = XMLConstants.W3C_XML_SCHEMA_NS_URI.equals(xml.getNamespaceURI());
        return SchemaNode.of(file, line, schema, xml.getLocalName(), attributes);
    }

    private static String qualified(String name, XMLStreamReader xml) {
        int colon = name.indexOf(':');
        String namespace = xml.getNamespaceURI(colon < 0 ? "" : name.substring(0, colon));
        return "{" + (namespace == null ? "" : namespace) + "}" + name.substring(colon + 1);
    }

    private static String firstLine(XMLStreamException e) {
        String message = String.valueOf(e.getMessage());
        int place = message.indexOf("Message: ");
        return (place < 0 ? message : message.substring(place + "Message: ".length()))
                .lines()
                .findFirst()
                .orElse("");
    }
}
