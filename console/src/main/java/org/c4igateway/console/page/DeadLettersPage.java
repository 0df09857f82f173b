package org.c4igateway.console.page;

import org.c4igateway.dbbridge.trail.DeadLetterReader;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;

/** Dead letters with reasons and bytes. */
@Controller
final class DeadLettersPage {
    static final int ROWS = 50;

    /** A page shows no more of a payload; the rest is in the database. */
    static final int MAX_BYTES = 4_096;

    private final DeadLetterReader letters;

    DeadLettersPage(DeadLetterReader letters) {
        this.letters = letters;
    }

    @GetMapping("/console/dead-letters")
    String list(@RequestParam(defaultValue = "" + Long.MAX_VALUE) long before, Model model) {
        model.addAttribute("page", letters.page(before, ROWS));
        return "dead-letters";
    }

    @GetMapping("/console/dead-letters/{id}")
    String one(@PathVariable long id, Model model) {
        model.addAttribute(
                "letter", letters.find(id).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND)));
        model.addAttribute("dump", HexDump.of(letters.bytes(id, MAX_BYTES)));
        model.addAttribute("most", MAX_BYTES);
        return "dead-letter";
    }
}
