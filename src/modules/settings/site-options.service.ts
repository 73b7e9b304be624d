import { Inject, Injectable } from '@nestjs/common';
import { type Principal } from '../../access/principal.js';
import { OptionsStore } from '../../database/options.store.js';
import { isTruthy, type PhpValue, toInteger, toText } from '../../text/php/index.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { invalidParams } from '../../rest/errors/catalogue.js';
import { SettingsWriter } from './settings.writer.js';
import { OPTIONS_OF, SITE_OPTIONS, type SiteOptions } from './site-options.fields.js';

const NAMES = Object.keys(OPTIONS_OF) as (keyof SiteOptions)[];

/** Reads and writes the settings of WordPress's administration that `wp/v2/settings` lacks. */
@Injectable()
export class SiteOptionsService {
  constructor(
    private readonly options: OptionsStore,
    private readonly writer: SettingsWriter,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Without those that the environment sets. */
  private get names(): readonly (keyof SiteOptions)[] {
    return this.config.isFrontEndSet ? NAMES.filter((name) => !name.startsWith('front_end_')) : NAMES;
  }

  /** Reads the current values: the requester may write them back. */
  async read(): Promise<SiteOptions> {
    this.options.forget();
    const entries = await Promise.all(
      this.names.map(async (name) => [name, typed(name, await this.options.get(OPTIONS_OF[name]))] as const),
    );
    return Object.fromEntries(entries) as unknown as SiteOptions;
  }

  async update(requested: Partial<SiteOptions>, principal: Principal): Promise<SiteOptions> {
    const fixed = NAMES.find((name) => !this.names.includes(name) && requested[name] !== undefined);
    if (fixed) throw invalidParams({ [fixed]: 'It is set by the environment of the service (FRONT_END_URL).' });
    await this.writer.update(principal, requested, this.names, async (tx, changes, names) => {
      for (const name of names) {
        const value = changes[name]!;
        await this.options.set(tx, OPTIONS_OF[name], typeof value === 'boolean' ? Number(value) : value);
      }
    });
    return this.read();
  }
}

function typed(name: keyof SiteOptions, value: PhpValue | undefined): SiteOptions[keyof SiteOptions] {
  const { type, enum: choices } = SITE_OPTIONS.fields[name]!;
  if (Array.isArray(choices)) return (choices as string[]).find((choice) => choice === value) ?? (choices[0] as string);
  if (type === 'boolean') return isTruthy(value ?? null);
  return type === 'integer' ? toInteger(value ?? null) : toText(value ?? null);
}
