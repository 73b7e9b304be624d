import { cleanEmail, isEmail } from '../../text/email.js';
import { escapeHtml } from '../../text/escape.js';
import { stripTags } from '../../text/strip-tags.js';
import { type SettingName, type SettingValue } from './settings.fields.js';

/** Returned for a value that is silently not taken. */
export const UNCHANGED = Symbol('unchanged');

const CONTINENT = /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/[A-Z]/;

/** A city as time zone, or nothing; offsets and abbreviations are not taken. */
function isTimeZone(name: string): boolean {
  if (name === '' || name === 'UTC') return true;
  if (!CONTINENT.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const minLength = 6;

/** A setting's value as it will be stored, by the rules of its option. */
export function cleanSetting(name: SettingName, value: SettingValue): SettingValue | typeof UNCHANGED {
  const text = String(value);
  switch (name) {
    case 'title':
    case 'description':
      return escapeHtml(text);
    case 'email': {
      const email = cleanEmail(text, { minLength });
      return isEmail(email, { minLength }) ? email : UNCHANGED;
    }
    case 'url':
      return /^https?:\/\/./i.test(text) ? text : UNCHANGED;
    case 'timezone':
      return isTimeZone(text) ? text : UNCHANGED;
    case 'language':
      // Only languages that are installed can be chosen, and none is: empty means English.
      return text === '' ? '' : UNCHANGED;
    case 'date_format':
    case 'time_format':
      return stripTags(text);
    case 'start_of_week':
    case 'default_category':
      return Math.abs(Number(value));
    case 'posts_per_page':
      return Number(value) === 0 ? 1 : Number(value) < -1 ? Math.abs(Number(value)) : Number(value);
    default:
      return value;
  }
}
