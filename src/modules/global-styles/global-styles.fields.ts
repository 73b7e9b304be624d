import { type Entry } from '../entries/model/entry.js';
import { type EntryView } from '../entries/read/entry-view.js';
import { isMap } from '../../text/php/php-values.js';
import { ResourceFields, viewAndEdit, embedFirst, readOnly } from '../../rest/fields/resource-fields.js';
import { storedTitle } from '../entries/api/entry.fields.js';
import { ROW_FIELDS } from '../revisions/revisions.fields.js';
import { knownBlocks, type KnownBlocks, knownSettings, knownStyles } from './known-parts.js';

/** The site's customizations of the theme, as stored. */
export interface StyleParts {
  readonly styles: Readonly<Record<string, unknown>>;
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface GlobalStyles extends StyleParts {
  readonly entry: Entry;
  readonly blocks: KnownBlocks;
}

/** A row without readable JSON has neither styles nor settings. */
export function globalStyles(entry: Entry, blocks = knownBlocks()): GlobalStyles {
  const { styles = {}, settings = {} } = storedParts(entry);
  return { entry, blocks, styles, settings };
}

/** The settings and styles that the row has. */
export function storedParts({ content = '' }: Pick<Entry, 'content'>): Partial<StyleParts> {
  const stored = parsed(content);
  const part = (name: keyof StyleParts) => (isMap(stored) && isMap(stored[name]) ? { [name]: stored[name] } : {});
  return { ...part('styles'), ...part('settings') };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const SETTINGS_SCHEMA = {
  description: 'Settings that override the theme’s.',
  type: ['object'],
  context: viewAndEdit,
} as const;
const STYLES_SCHEMA = {
  description: 'Styles that override the theme’s.',
  type: ['object'],
  context: viewAndEdit,
} as const;

export const GLOBAL_STYLES = new ResourceFields<GlobalStyles, EntryView>('wp_global_styles', {
  id: readOnly('integer', 'ID of the global styles.', embedFirst, ({ entry }) => entry.id),
  title: storedTitle('Title of the styles.'),
  settings: { ...SETTINGS_SCHEMA, value: ({ settings, blocks }) => knownSettings(settings, blocks) },
  styles: { ...STYLES_SCHEMA, value: ({ styles, blocks }) => knownStyles(styles, blocks) },
});

/** The parts of a former version; a version without both shows neither. */
function versionPart(revision: Entry, part: (styles: GlobalStyles) => object): object | undefined {
  const version = globalStyles(revision);
  const isEmpty = Object.keys(version.styles).length === 0 && Object.keys(version.settings).length === 0;
  return isEmpty ? undefined : part(version);
}

export const GLOBAL_STYLES_REVISION = new ResourceFields<Entry, Pick<EntryView, 'isoDate'>>(
  'wp_global_styles-revision',
  {
    ...ROW_FIELDS,
    id: { ...ROW_FIELDS.id, context: embedFirst, readonly: true },
    styles: {
      ...STYLES_SCHEMA,
      optional: true,
      value: (revision) => versionPart(revision, ({ styles, blocks }) => knownStyles(styles, blocks)),
    },
    settings: {
      ...SETTINGS_SCHEMA,
      optional: true,
      value: (revision) => versionPart(revision, ({ settings, blocks }) => knownSettings(settings, blocks)),
    },
  },
);
