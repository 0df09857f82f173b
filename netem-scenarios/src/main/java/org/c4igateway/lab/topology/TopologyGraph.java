package org.c4igateway.lab.topology;

import java.util.List;
import java.util.stream.IntStream;
import org.c4igateway.lab.net.NetworkPlan;
import org.c4igateway.lab.scenario.Condition;

/** Draws a network under a condition as text for programs that make pictures of it. */
public final class TopologyGraph {
    private final NetworkPlan plan;
    private final Condition condition;

    public TopologyGraph(NetworkPlan plan, Condition condition) {
        this.plan = plan;
        this.condition = condition;
    }

    /** In the language of Graphviz. */
    public String dot() {
        StringBuilder text = new StringBuilder("graph {\n  label=" + quoted(condition.name()) + ";\n");
        for (NetworkPlan.Element element : plan.elements()) {
            String shape = switch (element.kind()) {
                case HOST -> "box";
                case SWITCH -> "ellipse";
                case ROUTER -> "diamond";
            };
            text.append("  ")
                    .append(quoted(element.name()))
                    .append(" [shape=")
                    .append(shape)
                    .append("];\n");
        }
        for (NetworkPlan.Link link : plan.links()) {
            text.append("  ")
                    .append(quoted(link.from()))
                    .append(" -- ")
                    .append(quoted(link.to()))
                    .append(" [label=")
                    .append(quoted(String.join("\\n", label(link))))
                    .append("];\n");
        }
        return text.append("}\n").toString();
    }

    /** In the language of Mermaid. */
    public String mermaid() {
        StringBuilder text = new StringBuilder("graph LR\n");
        List<String> names =
                plan.elements().stream().map(NetworkPlan.Element::name).toList();
        IntStream.range(0, names.size()).forEach(i -> {
            String name = names.get(i);
            text.append("  n")
                    .append(i)
                    .append(
                            switch (plan.elements().get(i).kind()) {
                                case HOST -> "[\"" + name + "\"]";
                                case SWITCH -> "([\"" + name + "\"])";
                                case ROUTER -> "{{\"" + name + "\"}}";
                            });
            text.append('\n');
        });
        for (NetworkPlan.Link link : plan.links()) {
            text.append("  n")
                    .append(names.indexOf(link.from()))
                    .append(" ---|\"")
                    .append(String.join("<br>", label(link)))
                    .append("\"| n")
                    .append(names.indexOf(link.to()))
                    .append('\n');
        }
        return text.toString();
    }

    private List<String> label(NetworkPlan.Link link) {
        Condition.Directions ways = condition.link(link.name());
        String forward = LinkText.of(ways.forward());
        String backward = LinkText.of(ways.backward());
        if (forward.equals(backward)) {
            return List.of(link.name(), forward);
        }
        return List.of(link.name(), "from " + link.from() + ": " + forward, "from " + link.to() + ": " + backward);
    }

    private static String quoted(String text) {
        return '"' + text.replace("\"", "\\\"") + '"';
    }
}
