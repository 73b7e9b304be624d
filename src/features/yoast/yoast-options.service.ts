import { Injectable } from '@nestjs/common';
import { type FieldSource } from '../../content-model/index.js';
import { OptionsStore } from '../../database/index.js';
import { OPTION_NAMES, type StoredOptions, YoastOptions } from './yoast-options.js';

/** The settings of Yoast SEO, as current as the site's options. */
@Injectable()
export class YoastOptionsService implements FieldSource {
  readonly name = 'settings';
  private revision = 0;
  private last?: { stored: StoredOptions; options: YoastOptions };

  constructor(private readonly options: OptionsStore) {}

  async current(): Promise<YoastOptions> {
    const stored = await this.options.getMany(OPTION_NAMES);
    const { last } = this;
    if (last && OPTION_NAMES.every((name) => last.stored[name] === stored[name])) return last.options;
    this.revision++;
    this.last = { stored, options: new YoastOptions(stored) };
    return this.last.options;
  }

  /** As one row, whatever its ID. */
  async versions(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    await this.current();
    return new Map(ids.map((id) => [id, String(this.revision)]));
  }
}
