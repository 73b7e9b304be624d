import { LRUCache } from 'lru-cache';
import { type ExceededLimit, type RenderCost } from '../../../../rendering/index.js';

const DEFAULT_BYTES = 64 * 1024 * 1024;

export interface RenderedHtml {
  readonly html: string;
  /** The page's counter state after it. */
  readonly counters: string;
  /** What it cost to render, and the limit that it reached. */
  readonly cost: Readonly<RenderCost>;
  readonly exceeded?: ExceededLimit;
}

interface CachedHtml extends RenderedHtml {
  /** Everything the HTML is rendered from. */
  readonly inputs: readonly string[];
}

/**
 * Rendered HTML with all of its inputs. A hit needs exactly the same inputs, so nothing is ever stale. Comparing
 * texts is cheaper than hashing them.
 */
export class HtmlCache {
  private readonly entries: LRUCache<string, CachedHtml>;

  constructor(maxBytes = DEFAULT_BYTES) {
    this.entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ html, inputs }, key) =>
        inputs.reduce((sum, input) => sum + input.length, html.length + key.length) * 2 + 500,
    });
  }

  get(key: string, inputs: readonly string[]): RenderedHtml | undefined {
    const cached = this.entries.get(key);
    return cached && isSame(cached.inputs, inputs) ? cached : undefined;
  }

  set(key: string, inputs: readonly string[], rendered: RenderedHtml): void {
    this.entries.set(key, { ...rendered, inputs });
  }
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((text, index) => text === right[index]);
}
