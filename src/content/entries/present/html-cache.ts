import { LRUCache } from 'lru-cache';

const DEFAULT_BYTES = 64 * 1024 * 1024;

export interface RenderedHtml {
  readonly html: string;
  /** How far the page's numbering came with it. */
  readonly counters: string;
}

interface Kept extends RenderedHtml {
  /** Everything it was made from. */
  readonly inputs: readonly string[];
}

/**
 * Rendered HTML beside all that it was made from. It is given out only for the very same input, so nothing is ever
 * stale; comparing texts is cheaper than digesting them.
 */
export class HtmlCache {
  private readonly entries: LRUCache<string, Kept>;

  constructor(maxBytes = DEFAULT_BYTES) {
    this.entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ html, inputs }, key) =>
        inputs.reduce((sum, input) => sum + input.length, html.length + key.length) * 2 + 500,
    });
  }

  get(key: string, inputs: readonly string[]): RenderedHtml | undefined {
    const kept = this.entries.get(key);
    return kept && isSame(kept.inputs, inputs) ? kept : undefined;
  }

  set(key: string, inputs: readonly string[], rendered: RenderedHtml): void {
    this.entries.set(key, { ...rendered, inputs });
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}
