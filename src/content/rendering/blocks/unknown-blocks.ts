/** Built-in blocks whose saved HTML is what they show. */
export const SAVED_AS_HTML: ReadonlySet<string> = new Set(
  (
    'accordion-heading accordion-panel audio buttons code column columns cover details embed freeform group html list-item ' +
    'math media-text missing more nextpage paragraph preformatted pullquote quote separator social-links spacer tab-panels ' +
    'table terms-query text-columns verse video'
  ).split(' '),
);

const MOST_NAMES = 100;

/** Counts rendered blocks for which only their saved HTML is shown because no renderer knows them, by name. */
export class UnknownBlocks {
  readonly counts = new Map<string, number>();

  add(name: string): void {
    // Names come from content: beyond a limit, they are counted together.
    const counted = this.counts.has(name) || this.counts.size < MOST_NAMES ? name : 'other';
    this.counts.set(counted, (this.counts.get(counted) ?? 0) + 1);
  }
}
