import { createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { isMap, type PhpMap } from '../../text/php/php-values.js';
import { parsePhpQuery } from '../../text/php/php-query.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { PhpArray, phpToJs, type PhpInput, serialize, unserialize } from '../../text/php/index.js';
import { storedSettings, type WidgetSettings } from './widget-settings.js';
import { invalidWidget } from './widgets.errors.js';
import { type WidgetNumber } from './widgets.store.js';

const FORM = 'Previews of forms are made by WordPress only.';

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
  received(ctx: RequestContext, widget: WidgetNumber, { instance, form_data }: InstanceInput): PhpInput | undefined {
    const allowsHtml = ctx.principal.can('unfiltered_html');
    const sent = instance === undefined ? fieldsOf(form_data ?? '', widget) : this.settingsOf(instance);
    return sent && (storedSettings(widget.base, sent, allowsHtml) as PhpInput);
  }

  private settingsOf(instance: Record<string, unknown>): WidgetSettings {
    if (isEncoded(instance)) return phpToJs(this.decoded(instance)) as WidgetSettings;
    const { raw } = instance;
    if (!isMap(raw) && !Array.isArray(raw)) throw invalidWidget('Send instance.raw, or instance.encoded and its hash.');
    return raw as WidgetSettings;
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

const isSame = (left: Buffer, right: Buffer) => left.length === right.length && timingSafeEqual(left, right);

/** The fields of one widget in an encoded form, which may have those of others. */
function fieldsOf(form: string, { base, number }: WidgetNumber): WidgetSettings | undefined {
  const ofType = parsePhpQuery(form)[`widget-${base}`];
  const fields = isMap(ofType) || Array.isArray(ofType) ? (ofType as PhpMap)[String(number)] : undefined;
  return isMap(fields) ? fields : undefined;
}
