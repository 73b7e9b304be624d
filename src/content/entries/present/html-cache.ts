import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const DEFAULT_BYTES = 64 * 1024 * 1024;

export interface RenderedHtml {
  readonly html: string;
  /** How far the page's numbering came with it. */
  readonly counters: string;
}

/**
 * Rendered HTML by a digest of everything it was made from. Nothing is ever stale: another input is another key; what
 * is no longer asked for is pushed out.
 */
export class HtmlCache {
  private readonly entries: LRUCache<string, RenderedHtml>;

  constructor(maxBytes = DEFAULT_BYTES) {
    this.entries = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ html }, key) => 2 * (html.length + key.length) + 200 });
  }

  get(key: string): RenderedHtml | undefined {
    return this.entries.get(key);
  }

  set(key: string, rendered: RenderedHtml): void {
    this.entries.set(key, rendered);
  }
}

/** Parts are told apart by their lengths, so that no two lists of parts give one digest. */
export function digest(parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('base64');
}
