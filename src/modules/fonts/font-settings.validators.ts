import { FULL_SCHEMA, validateValue } from '../../rest/args/validate-value.js';
import { isMap, toText } from '../../text/php/php-values.js';
import { ArgIssue, type ArgSanitizer, type ArgValidator, type ValueSchema } from '../../rest/args/schema.js';
import { cleanTextField } from '../../text/clean.js';
import { slugify } from '../../text/slug.js';
import { cleanUrl } from '../../text/urls.js';

/** A font family or face in the words of theme.json. */
export type FontSettings = Readonly<Record<string, unknown>>;

const text = (description: string, more: Partial<ValueSchema> = {}): ValueSchema => ({
  description,
  type: 'string',
  ...more,
});

export const FAMILY_PROPERTIES: Record<string, ValueSchema> = {
  name: text('Name of the family.'),
  slug: text('Name of the family in CSS variables.'),
  fontFamily: text('Value of the CSS property font-family.'),
  preview: text('Address of an image that shows the family.', { format: 'uri', default: '' }),
};

export const FACE_PROPERTIES: Record<string, ValueSchema> = {
  fontFamily: text('Value of the CSS property font-family.', { default: '' }),
  fontStyle: text('Value of font-style.', { default: 'normal' }),
  fontWeight: { description: 'Value of font-weight.', type: ['string', 'integer'], default: '400' },
  fontDisplay: text('Value of font-display.', {
    default: 'fallback',
    enum: ['auto', 'block', 'fallback', 'swap', 'optional'],
  }),
  src: {
    description: 'URLs of the font files, or the names of the form fields that contain them.',
    anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
    default: [],
  },
  fontStretch: text('Value of font-stretch.'),
  ascentOverride: text('Value of ascent-override.'),
  descentOverride: text('Value of descent-override.'),
  fontVariant: text('Value of font-variant.'),
  fontFeatureSettings: text('Value of font-feature-settings.'),
  fontVariationSettings: text('Value of font-variation-settings.'),
  lineGapOverride: text('Value of line-gap-override.'),
  sizeAdjust: text('Value of size-adjust.'),
  unicodeRange: text('Value of unicode-range.'),
  preview: text('Address of an image that shows the face.', { format: 'uri', default: '' }),
};

export const FAMILY_REQUIRED = ['name', 'slug', 'fontFamily'];
export const FACE_REQUIRED = ['fontFamily', 'src'];

function objectSchema(properties: Record<string, ValueSchema>, required: readonly string[]): ValueSchema {
  const marked = Object.entries(properties).map(([name, schema]): [string, ValueSchema] => [
    name,
    required.includes(name) ? { ...schema, required: true } : schema,
  ]);
  return { type: 'object', properties: Object.fromEntries(marked), additionalProperties: false };
}

const FAMILY_SCHEMA = objectSchema(FAMILY_PROPERTIES, FAMILY_REQUIRED);
const CHANGED_FAMILY_SCHEMA = objectSchema(FAMILY_PROPERTIES, []);
const FACE_SCHEMA = objectSchema(FACE_PROPERTIES, FACE_REQUIRED);

const refused = (message: string, code?: string) => new ArgIssue(message, code, { status: 400 });

/** The decoded text; undefined where it is no JSON. */
function decoded(value: unknown): unknown {
  try {
    return JSON.parse(toText(value)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Settings are sent as a JSON text, so that forms can have them next to files. */
function checkJson(
  value: unknown,
  name: string,
  schema: ValueSchema,
  required: readonly string[],
): ArgIssue | undefined {
  const settings = decoded(value);
  if (settings === undefined) return refused(`${name} parameter must be a valid JSON string.`);
  const issue = validateValue(settings, schema, name, FULL_SCHEMA);
  if (issue) return refused(issue.message, issue.code);
  const empty = required.find((property) => isEmpty((settings as FontSettings)[property]));
  return empty === undefined ? undefined : refused(`${name}[${empty}] cannot be empty.`);
}

const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0);

export const checkFamily: ArgValidator = (value, name) => checkJson(value, name, FAMILY_SCHEMA, FAMILY_REQUIRED);

/**
 * POST takes the changes as a JSON text, like those of a new family; PUT and PATCH take an object. The slug identifies the
 * family and stays.
 */
export const checkChangedFamily: ArgValidator = (value, name, { request }) => {
  if (request.method !== 'POST')
    return checkSlug(value, name) ?? validateValue(value, CHANGED_FAMILY_SCHEMA, name, FULL_SCHEMA);
  if (typeof value !== 'string') return validateValue(value, { type: 'string' }, name, FULL_SCHEMA);
  return checkSlug(decoded(value), name) ?? checkJson(value, name, CHANGED_FAMILY_SCHEMA, FAMILY_REQUIRED);
};

const checkSlug = (settings: unknown, name: string): ArgIssue | undefined =>
  isMap(settings) && 'slug' in settings ? refused(`${name}[slug] cannot be updated.`) : undefined;

export const checkFace: ArgValidator = (value, name, { request }) => {
  const issue = checkJson(value, name, FACE_SCHEMA, FACE_REQUIRED);
  if (issue) return issue;
  const fields = request.files.map(({ field }) => field);
  const sources = sourcesOf(decoded(value) as FontSettings);
  const bad = sources.find((source) => !fields.includes(source) && !/^https?:\/\/[^/]/i.test(source));
  if (bad !== undefined) return refused(`${name}[src] value "${bad}" must be a valid URL or file reference.`);
  const unused = fields.find((field) => !sources.includes(field));
  return unused === undefined ? undefined : refused(`File ${unused} must be used in ${name}[src].`);
};

/** The addresses or form fields of a face's files. */
export function sourcesOf({ src }: FontSettings): string[] {
  return [src].flat().map((source) => toText(source));
}

const cleaned = (name: string, value: unknown): unknown => {
  if (name === 'fontFamily') return cleanFontFamily(toText(value));
  if (name === 'preview') return cleanUrl(toText(value), 'wp7');
  // Slugs are cleaned as such, see readFamily.
  if (name === 'slug') return value;
  // Addresses are cleaned when the files are in their place.
  return name === 'src' ? value : cleanTextField(toText(value));
};

const readSettings = (settings: FontSettings): FontSettings =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, cleaned(name, value)]));

/** Permission checks of other methods also read what is refused: nothing, where there is no object. */
const settingsOf = (value: unknown): FontSettings => {
  const settings = isMap(value) ? value : decoded(value);
  return isMap(settings) ? readSettings(settings) : {};
};

export const readFace: ArgSanitizer = (value) => settingsOf(value);

export const readFamily: ArgSanitizer = (value, _name, { text }) => {
  const settings = settingsOf(value);
  return {
    ...settings,
    slug: slugify(toText(settings.slug ?? ''), { ...text, context: 'save' }),
  };
};

/** Names that are more than one word of letters are quoted. */
export function cleanFontFamily(families: string): string {
  return cleanTextField(families)
    .split(',')
    .map((family) => family.trim())
    .filter((family) => family !== '')
    .map((family) =>
      /^(?:[a-z-]+|generic\([a-z-]+\))$/i.test(family) ? family : `"${family.replace(/^["']+|["']+$/g, '')}"`,
    )
    .join(', ');
}

const WEIGHTS: ReadonlyMap<string, string> = new Map([
  ['normal', '400'],
  ['bold', '700'],
]);
const STRETCHES: ReadonlyMap<string, string> = new Map([
  ['ultra-condensed', '50%'],
  ['extra-condensed', '62.5%'],
  ['condensed', '75%'],
  ['semi-condensed', '87.5%'],
  ['normal', '100%'],
  ['semi-expanded', '112.5%'],
  ['expanded', '125%'],
  ['extra-expanded', '150%'],
  ['ultra-expanded', '200%'],
]);

/** What distinguishes a face from the others of its family, as WordPress stores it. */
export function faceTitle(settings: FontSettings): string {
  const value = (name: string, fallback: string) => (settings[name] === undefined ? fallback : toText(settings[name]));
  const stretch = value('fontStretch', '100%').toLowerCase();
  const parts = [
    value('fontFamily', '').toLowerCase(),
    value('fontStyle', 'normal').toLowerCase(),
    value('fontWeight', '400')
      .toLowerCase()
      .replace(/normal|bold/g, (word) => WEIGHTS.get(word)!),
    STRETCHES.get(stretch) ?? stretch,
    value('unicodeRange', 'U+0-10FFFF').toUpperCase(),
  ];
  const plain = parts.map((part) => part.replace(/["';]/g, '').replace(/,\s+/g, ',').replace(/\s+/g, ' ').trim());
  return cleanTextField(plain.join(';'));
}
