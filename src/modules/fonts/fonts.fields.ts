import { isMap, toText } from '../../text/php/php-values.js';
import { type Entry } from '../entries/model/entry.js';
import { type FieldMap, ResourceFields, everywhere, readOnly, field } from '../../rest/fields/resource-fields.js';
import {
  checkFamily,
  FACE_PROPERTIES,
  FACE_REQUIRED,
  FAMILY_PROPERTIES,
  FAMILY_REQUIRED,
  checkFace,
  type FontSettings,
  readFace,
  readFamily,
} from './font-settings.validators.js';

export const FAMILY_TYPE = 'wp_font_family';
export const FACE_TYPE = 'wp_font_face';

/** Version of theme.json whose words the settings use. */
const VERSION = 3;

export interface FontFamily {
  readonly entry: Entry;
  /** Ids of its faces. */
  readonly faces: readonly number[];
}

/** What is stored of a family or face besides its name; undefined if it is malformed. */
export function storedSettings({ content = '' }: Entry): FontSettings | undefined {
  try {
    const settings: unknown = JSON.parse(content);
    return isMap(settings) ? settings : undefined;
  } catch {
    return undefined;
  }
}

/** Without what other programs have stored besides the properties of the schema. */
function faceSettings(face: Entry): FontSettings {
  const settings = storedSettings(face) ?? { fontFamily: '', src: [] };
  return Object.fromEntries(Object.entries(settings).filter(([name]) => Object.hasOwn(FACE_PROPERTIES, name)));
}

const FORMAT = { description: 'Version of the theme.json format.', type: 'integer', default: VERSION } as const;
const FORMAT_RANGE = { minimum: 2, maximum: VERSION } as const;
/** The argument with the version of the format in which settings are sent. */
export const THEME_JSON_VERSION = { ...FORMAT, ...FORMAT_RANGE } as const;

/** Members that the schema has without being writable, and those that both kinds share. */
function commonFields<T>(idOf: (item: T) => number): FieldMap<T, undefined> {
  return {
    id: readOnly('integer', 'Entry ID.', everywhere, idOf),
    theme_json_version: {
      ...FORMAT,
      context: everywhere,
      variation: () => FORMAT_RANGE,
      value: () => VERSION,
      arg: FORMAT_RANGE,
    },
  };
}

const objectOf = (properties: object, required: readonly string[]) => ({
  type: 'object' as const,
  context: everywhere,
  variation: () => ({ properties, required, additionalProperties: false }),
});

const SETTINGS_ARG = { type: 'string', required: true } as const;

export const FONT_FAMILY = new ResourceFields<FontFamily, undefined>(FAMILY_TYPE, {
  ...commonFields<FontFamily>(({ entry }) => entry.id),
  font_faces: field('array', 'IDs of the font faces.', everywhere, ({ faces }) => faces, {
    items: { type: 'integer' },
    arg: { present: () => false },
  }),
  font_family_settings: {
    description: 'Settings of the family in theme.json format; written as a JSON string.',
    ...objectOf(FAMILY_PROPERTIES, FAMILY_REQUIRED),
    value: ({ entry }) => {
      const { fontFamily = '', preview = '' } = storedSettings(entry) ?? {};
      return { name: entry.title, slug: entry.slug, fontFamily: toText(fontFamily), preview: toText(preview) };
    },
    arg: { ...SETTINGS_ARG, validate: checkFamily, sanitize: readFamily },
  },
});

export const FONT_FACE = new ResourceFields<Entry, undefined>(FACE_TYPE, {
  ...commonFields<Entry>(({ id }) => id),
  parent: field('integer', 'Font family ID.', everywhere, ({ parent }) => parent, { arg: { present: () => false } }),
  font_face_settings: {
    description: 'Settings of the face in theme.json format; written as a JSON string.',
    ...objectOf(FACE_PROPERTIES, FACE_REQUIRED),
    value: faceSettings,
    arg: { ...SETTINGS_ARG, validate: checkFace, sanitize: readFace },
  },
});
