import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { OptionsStore } from '../../database/options.store.js';
import { LEARNED_OPTION } from '../client/wordpress.client.js';
import { type LearnedContent, rewriteBases, type SiteAddresses } from './learned-content.js';
import { isMap } from '../../text/php-values.js';

/** Stores what was learned in the site's options, so that the service can start without WordPress. */
@Injectable()
export class LearnedContentStore {
  constructor(
    private readonly database: Database,
    private readonly options: OptionsStore,
  ) {}

  /** Undefined before anything was learned. */
  async read(): Promise<LearnedContent | undefined> {
    const text = await this.options.text(LEARNED_OPTION);
    if (text === '') return undefined;
    try {
      const value: unknown = JSON.parse(text);
      return isMap(value) && typeof value.changedAt === 'number' ? (value as unknown as LearnedContent) : undefined;
    } catch {
      // Written by something else; the next run writes it again.
      return undefined;
    }
  }

  async write(learned: LearnedContent): Promise<void> {
    await this.database.transaction((tx) =>
      this.options.set(tx, LEARNED_OPTION, JSON.stringify(learned), { autoload: false }),
    );
  }

  /** Those of the options that the site has. */
  async existingOptions(names: readonly string[]): Promise<ReadonlySet<string>> {
    const values = await this.options.getMany(names);
    return new Set(names.filter((name) => values[name] !== undefined));
  }

  async addresses(): Promise<SiteAddresses> {
    const { home, rewrite_rules: rules } = await this.options.getMany(['home', 'rewrite_rules']);
    return { home: typeof home === 'string' ? home : '', bases: rewriteBases(rules) };
  }
}
