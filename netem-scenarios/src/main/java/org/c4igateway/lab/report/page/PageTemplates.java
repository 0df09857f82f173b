package org.c4igateway.lab.report.page;

import org.thymeleaf.context.IContext;
import org.thymeleaf.spring6.SpringTemplateEngine;
import org.thymeleaf.templatemode.TemplateMode;
import org.thymeleaf.templateresolver.ClassLoaderTemplateResolver;

/** Fills HTML templates that lie beside a class, with Thymeleaf. Thread-safe. */
public final class PageTemplates {
    private final SpringTemplateEngine engine = new SpringTemplateEngine();

    /** @param beside the class in whose package the templates are */
    public PageTemplates(Class<?> beside) {
        ClassLoaderTemplateResolver resolver = new ClassLoaderTemplateResolver(beside.getClassLoader());
        resolver.setPrefix(beside.getPackageName().replace('.', '/') + "/");
        resolver.setSuffix(".html");
        resolver.setTemplateMode(TemplateMode.HTML);
        resolver.setCharacterEncoding("UTF-8");
        engine.setTemplateResolver(resolver);
    }

    /**
     * Fills one. Text is escaped unless the template says otherwise.
     *
     * @param name of its file, without {@code .html}
     */
    public String fill(String name, IContext context) {
        return engine.process(name, context);
    }
}
