package org.c4igateway.dds.api.xml;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * An element of an XML document from outside. The parser takes no document type, no external entity and no inclusion,
 * and stops at its size.
 */
public record XmlTree(Element element) {
    private static final int MAX_BYTES = 1_048_576;
    private static final int MAX_DEPTH = 32;

    /**
     * @throws IllegalArgumentException when the document is not well-formed or asks for something that is not allowed
     */
    public static XmlTree parse(byte[] document) {
        if (document.length > MAX_BYTES) {
            throw new IllegalArgumentException(document.length + " bytes of XML are more than " + MAX_BYTES);
        }
        try {
            DocumentBuilder builder = factory().newDocumentBuilder();
            builder.setErrorHandler(new Strict());
            Element root = builder.parse(new ByteArrayInputStream(document)).getDocumentElement();
            checkDepth(root, 0);
            return new XmlTree(root);
        } catch (SAXParseException e) {
            throw new IllegalArgumentException("line " + e.getLineNumber() + ": " + e.getMessage(), e);
        } catch (SAXException | IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("the JDK's XML parser lacks a protection", e);
        }
    }

    private static DocumentBuilderFactory factory() throws ParserConfigurationException {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        factory.setFeature("http://xml.org/sax/features/external-general-entities", false);
        factory.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
        factory.setXIncludeAware(false);
        factory.setExpandEntityReferences(false);
        return factory;
    }

    private static void checkDepth(Node node, int depth) {
        if (depth > MAX_DEPTH) {
            throw new IllegalArgumentException("elements are nested deeper than " + MAX_DEPTH);
        }
        for (Node child = node.getFirstChild(); child != null; child = child.getNextSibling()) {
            checkDepth(child, depth + 1);
        }
    }

    public String name() {
        return element.getLocalName();
    }

    public Optional<String> attribute(String name) {
        return element.hasAttribute(name)
                ? Optional.of(element.getAttribute(name).strip())
                : Optional.empty();
    }

    public String text() {
        return element.getTextContent().strip();
    }

    public List<XmlTree> children() {
        List<XmlTree> children = new ArrayList<>();
        for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element inner) {
                children.add(new XmlTree(inner));
            }
        }
        return children;
    }

    public Optional<XmlTree> child(String name) {
        return children().stream().filter(child -> child.name().equals(name)).findFirst();
    }

    private static final class Strict implements ErrorHandler {
        @Override
        public void warning(SAXParseException exception) throws SAXException {
            throw exception;
        }

        @Override
        public void error(SAXParseException exception) throws SAXException {
            throw exception;
        }

        @Override
        public void fatalError(SAXParseException exception) throws SAXException {
            throw exception;
        }
    }
}
