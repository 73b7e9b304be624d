import { stripTags } from '../../../text/strip-tags.js';
import { type ContactForm, readMailTemplate } from '../form/form.js';
import { FormSettings } from '../form/settings.js';
import { SPECIAL_TAG_NAMES } from '../mail/special-tags.js';
import { FieldTags, type TagSource, TagSources } from '../mail/tag-values.js';
import { parseTemplate } from '../template/parse-template.js';
import { checkMail } from './check-mail.js';
import { checkTemplate } from './check-template.js';
import { configError, type ConfigErrorCode, type ConfigErrors } from './config-error.js';
import { sampleValues } from './sample-values.js';

const REMOVED_SETTINGS = ['on_sent_ok', 'on_submit'];

/** Looks for mistakes in a form that would make its mails fail or its fields misbehave. */
export function checkConfig({ properties }: ContactForm, site: { home: string; adminEmail: string }): ConfigErrors {
  const segments = parseTemplate(properties.form);
  const tags = segments.flatMap((segment) => (segment.kind === 'tag' ? [segment.tag] : []));
  const sample = new TagSources([new FieldTags(sampleValues(tags)), specialSamples(site)]);
  const scene = { sample, tags, home: site.home };
  const found = new Map<string, readonly ConfigErrorCode[]>();
  found.set('form.body', checkTemplate(segments));
  addParts(found, 'mail', checkMail(readMailTemplate(properties.mail), scene));
  const second = readMailTemplate(properties.mail_2);
  if (second.active) addParts(found, 'mail_2', checkMail(second, scene));
  for (const [key, message] of Object.entries(properties.messages)) {
    if (stripTags(message) !== message) found.set(`messages.${key}`, ['html_in_message']);
  }
  const settings = new FormSettings(properties.additional_settings);
  if (REMOVED_SETTINGS.some((name) => settings.all(name).length > 0))
    found.set('additional_settings.body', ['deprecated_settings']);
  const sections = [...found].filter(([, codes]) => codes.length > 0);
  return Object.fromEntries(sections.map(([section, codes]) => [section, codes.map(configError)]));
}

function addParts(
  found: Map<string, readonly ConfigErrorCode[]>,
  mail: string,
  parts: Record<string, ConfigErrorCode[]>,
): void {
  for (const [part, codes] of Object.entries(parts)) found.set(`${mail}.${part}`, codes);
}

/** Nearly all special tags always have a value; what depends on a page or a user may be missing. */
function specialSamples({ adminEmail, home }: { home: string; adminEmail: string }): TagSource {
  const samples = new Map(SPECIAL_TAG_NAMES.map((name) => [name, /^_(?:post|user)_/.test(name) ? '' : 'sample']));
  samples.set('_site_admin_email', adminEmail).set('_site_url', home);
  return {
    value: ({ name }) => {
      const text = samples.get(name);
      return text === undefined ? undefined : { text, isOwn: true };
    },
  };
}
