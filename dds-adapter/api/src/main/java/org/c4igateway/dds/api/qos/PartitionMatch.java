package org.c4igateway.dds.api.qos;

import java.util.List;

/** Whether two lists of partitions have one in common (DDS 1.4, 2.2.3.13). Two patterns never match each other. */
final class PartitionMatch {
    private static final List<String> DEFAULT = List.of("");

    private PartitionMatch() {}

    static boolean matches(List<String> offered, List<String> requested) {
        List<String> left = offered.isEmpty() ? DEFAULT : offered;
        List<String> right = requested.isEmpty() ? DEFAULT : requested;
        return left.stream().anyMatch(a -> right.stream().anyMatch(b -> fits(a, b)));
    }

    private static boolean fits(String a, String b) {
        if (isPattern(a)) {
            return !isPattern(b) && fitsPattern(b, a);
        }
        return isPattern(b) ? fitsPattern(a, b) : a.equals(b);
    }

    private static boolean isPattern(String name) {
        return name.indexOf('*') >= 0 || name.indexOf('?') >= 0;
    }

    /** Names come from the wire: at most name times pattern steps, since only the last star is ever taken back. */
    private static boolean fitsPattern(String name, String pattern) {
        int at = 0;
        int next = 0;
        int star = -1;
        int resume = 0;
        while (at < name.length()) {
            char wanted = next < pattern.length() ? pattern.charAt(next) : '\0';
            if (next < pattern.length() && wanted == '*') {
                star = next++;
                resume = at;
            } else if (next < pattern.length() && (wanted == '?' || wanted == name.charAt(at))) {
                at++;
                next++;
            } else if (star >= 0) {
                next = star + 1;
                at = ++resume;
            } else {
                return false;
            }
        }
        return pattern.substring(next).chars().allMatch(c -> c == '*');
    }
}
