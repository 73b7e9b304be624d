import { maybeUnserialize, type PhpInput, phpToJs, serialize, toStored, toText } from '../../../text/php/index.js';
import { type ConfigError, type ConfigErrors } from '../config/check-config.js';
import {
  type ContactForm,
  DEFAULT_MESSAGES,
  type FormProperties,
  type MailRecord,
  type Messages,
  scalarText,
} from './form.js';

type Metas = ReadonlyMap<string, string | null>;

/** Properties as they are stored; messages a form has no text of its own for are the usual ones. */
export function readProperties(metas: Metas): FormProperties {
  const messages = record(metas.get('_messages')) as Messages;
  return {
    form: text(metas.get('_form')) ?? '',
    mail: record(metas.get('_mail')),
    mail_2: record(metas.get('_mail_2')),
    messages: { ...DEFAULT_MESSAGES, ...messages },
    additional_settings: text(metas.get('_additional_settings')) ?? null,
  };
}

/** Meta rows by key. */
export function storedProperties({ properties, locale }: ContactForm): [string, string | null][] {
  return [
    ['_form', toStored(properties.form)],
    ['_mail', serialize(properties.mail as PhpInput)],
    ['_mail_2', serialize(properties.mail_2 as PhpInput)],
    ['_messages', serialize(properties.messages as PhpInput)],
    ['_additional_settings', properties.additional_settings === null ? null : toStored(properties.additional_settings)],
    ['_locale', locale],
  ];
}

/** Undefined where there is nothing to keep. */
export function storedConfigErrors(errors: ConfigErrors): string | undefined {
  const sections = Object.entries(errors);
  if (sections.length === 0) return undefined;
  const stored = ({ number, message, link }: ConfigError) => ({ code: number, args: { message, link } });
  return serialize(Object.fromEntries(sections.map(([section, list]) => [section, list.map(stored)])));
}

/** All texts of a form, one below the other, for the search. */
export function searchableText(properties: FormProperties): string {
  const { form, mail, mail_2, messages, additional_settings } = properties;
  const values = [
    form,
    ...[mail, mail_2, messages].flatMap((members): unknown[] => Object.values(members)),
    additional_settings,
  ];
  return values.map(scalarText).join('\n').trim();
}

function text(stored: string | null | undefined): string | undefined {
  return stored === null || stored === undefined ? undefined : toText(maybeUnserialize(stored));
}

function record(stored: string | null | undefined): MailRecord {
  const value = phpToJs(maybeUnserialize(stored ?? ''));
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}
