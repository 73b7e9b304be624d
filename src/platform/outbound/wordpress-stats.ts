import { Injectable } from '@nestjs/common';

/** What a request to the WordPress alongside is for. */
export type WordPressPurpose = 'proxy' | 'content' | 'fields' | 'routes';

/** How it ended: any response of WordPress to a passed-through request is `ok`. */
export type WordPressResult = 'ok' | 'failed' | 'timeout' | 'busy' | 'aborted';

/** How requests to the WordPress alongside ended, for the metrics. */
@Injectable()
export class WordPressStats {
  private readonly counts = new Map<string, { purpose: WordPressPurpose; result: WordPressResult; count: number }>();

  add(purpose: WordPressPurpose, result: WordPressResult): void {
    const key = `${purpose} ${result}`;
    const existing = this.counts.get(key);
    if (existing) existing.count++;
    else this.counts.set(key, { purpose, result, count: 1 });
  }

  all(): readonly { purpose: WordPressPurpose; result: WordPressResult; count: number }[] {
    return [...this.counts.values()];
  }
}
