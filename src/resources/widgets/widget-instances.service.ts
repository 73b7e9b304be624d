import { createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { filterBlocks } from '../../content/blocks/filter-blocks.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { isMap } from '../../rest/args/php-values.js';
import { type RequestContext } from '../../rest/route/context.js';
import { PhpArray, phpToJs, type PhpInput, serialize, unserialize } from '../../text/php/index.js';
import { filterPostHtml } from '../../text/sanitize/kses.js';
import { invalidWidget } from './widgets.errors.js';

const FORM = 'Send the settings as instance.raw: only PHP reads forms.';

/** Settings of a widget as clients send them. */
export interface InstanceInput {
  instance?: Record<string, unknown>;
  form_data?: string;
}

/** The settings of widgets between clients and the database: as JSON, or encoded with a proof that this site made them. */
@Injectable()
export class WidgetInstancesService {
  private readonly key?: string;

  constructor(@Inject(CONFIG) { keys: { authKey, authSalt } }: Pick<Config, 'keys'>) {
    if (authKey && authSalt) this.key = authKey + authSalt;
  }

  /** What clients get; the proof needs AUTH_KEY and AUTH_SALT of WordPress. */
  shown(settings: PhpArray): Record<string, unknown> {
    const serialized = serialize(settings);
    const hash = this.proof(serialized);
    return {
      encoded: Buffer.from(serialized).toString('base64'),
      ...(hash !== undefined && { hash }),
      raw: settings.size === 0 ? {} : phpToJs(settings),
    };
  }

  /** The settings that a client sends to be stored, or undefined. */
  received({ principal }: RequestContext, { instance, form_data }: InstanceInput): PhpInput | undefined {
    if (instance === undefined) {
      if (form_data) throw invalidWidget(FORM);
      return undefined;
    }
    const { raw } = instance;
    if (isEncoded(instance)) return this.decoded(instance);
    if (!isMap(raw) && !Array.isArray(raw)) throw invalidWidget('Send instance.raw, or instance.encoded and its hash.');
    return (principal.can('unfiltered_html') ? raw : filtered(raw)) as PhpInput;
  }

  /** The settings of a preview: those that were encoded before, or none. */
  previewed({ instance, form_data }: InstanceInput): PhpArray {
    if (form_data) throw invalidWidget(FORM);
    return instance && isEncoded(instance) ? this.decoded(instance) : new PhpArray();
  }

  /** Anyone could have made the encoded form, so it needs the proof. */
  private decoded({ encoded, hash }: Record<string, unknown>): PhpArray {
    const serialized = Buffer.from(String(encoded), 'base64').toString();
    const proof = this.proof(serialized);
    const isProven = proof !== undefined && typeof hash === 'string' && isSame(Buffer.from(hash), Buffer.from(proof));
    const settings = isProven ? unserialize(serialized) : undefined;
    if (!(settings instanceof PhpArray)) throw invalidWidget('The encoded settings were not made by this site.');
    return settings;
  }

  private proof(serialized: string): string | undefined {
    return this.key && createHmac('md5', this.key).update(serialized).digest('hex');
  }
}

const isEncoded = ({ encoded, hash }: Record<string, unknown>) => encoded !== undefined && hash !== undefined;

const isSame = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other);

/** Settings of those who may not store every markup. */
function filtered(value: unknown): unknown {
  if (typeof value === 'string') return filterPostHtml(filterBlocks(value), 'current');
  if (Array.isArray(value)) return value.map(filtered);
  return isMap(value) ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filtered(one)])) : value;
}
