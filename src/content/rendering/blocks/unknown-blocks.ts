/** Built-in blocks whose saved HTML is what they show. */
export const SAVED_AS_HTML: ReadonlySet<string> = new Set(
  (
    'accordion-heading accordion-panel audio buttons code column columns embed freeform group html list-item ' +
    'math missing more nextpage paragraph preformatted pullquote quote separator social-links spacer tab-panels ' +
    'table terms-query text-columns verse video'
  ).split(' '),
);
