import { autop, escapeHtml, formatDate, formatMysqlDate, type JsonRecord, parseDate } from '../../../text/index.js';
import { PhpArray, toText } from '../../../text/php/index.js';
import { type PlacedField } from '../definitions/placed-fields.js';
import { type CompiledFields, compile, loader, type Reader, single, termLoader } from './field-format.js';
import { idsOf, isEmpty, type ItemValues, type PlainValue, textOf } from './item-values.js';
import { type LightPage, listOf, mapOf } from './light-format.js';
import { type ReferenceNeeds, type References } from './references.js';

export interface StandardPage extends LightPage {
  readonly references: References;
}

/** The template format: values as themes print them. */
export interface StandardFields {
  readonly formats: CompiledFields<StandardPage>;
  /** Collects what the values refer to. */
  readonly collectors: CompiledFields<ReferenceNeeds>;
}

export function compileStandard(fields: readonly PlacedField[]): StandardFields {
  return {
    formats: compile(fields, ({ formattedName }) => formattedName, standardReader, { empty: false }),
    collectors: compile(fields.filter(refers), ({ name }) => name, collector, { empty: false }),
  };
}

type Load = (values: ItemValues, prefix: string) => PlainValue;

/** How a field without fields of its own is read. */
export function standardReader(field: PlacedField): Reader<StandardPage> {
  const { type, settings } = field;
  const load = loader(field);
  switch (type) {
    case 'password':
      return (values, prefix, { hidesSecrets }) => (hidesSecrets ? null : load(values, prefix));
    case 'textarea':
      return textarea(load, settings.text('new_lines'));
    case 'wysiwyg':
      return (values, prefix, { references }) => {
        const text = load(values, prefix);
        return typeof text === 'string' && text !== '' ? (references.texts.get(text) ?? text) : text;
      };
    case 'oembed':
      return (values, prefix) => {
        const url = load(values, prefix);
        // Without a cached HTML of the provider, the address is a link.
        return typeof url === 'string' && url !== '' ? `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>` : url;
      };
    case 'true_false':
      return (values, prefix) => !isEmpty(load(values, prefix));
    case 'color_picker':
      return settings.text('return_format') === 'array'
        ? (values, prefix) => colorOf(toText(single(load(values, prefix)) as string))
        : load;
    case 'date_picker':
    case 'date_time_picker':
    case 'time_picker':
      return date(load, settings.text('return_format') || DATE_FORMATS.get(type)!);
    case 'select':
    case 'radio':
    case 'button_group':
    case 'checkbox':
      return choice(field, load);
    case 'icon_picker':
      return icon(load, settings.text('return_format'));
    case 'image':
    case 'file':
      return attachment(load, settings.text('return_format'));
    case 'gallery':
      return gallery(load, settings.text('return_format'));
    case 'post_object':
    case 'relationship':
      return posts(field, load);
    case 'page_link':
      return pageLink(load, settings.flag('multiple'));
    case 'user':
      return users(field, load);
    case 'taxonomy':
      return terms(field);
    case 'link':
      return link(load, settings.text('return_format'));
    case 'google_map':
      return (values, prefix) => {
        const place = mapOf(load(values, prefix));
        return isEmpty(place) ? false : place;
      };
    default:
      return load;
  }
}

const DATE_FORMATS: ReadonlyMap<string, string> = new Map([
  ['date_picker', 'd/m/Y'],
  ['date_time_picker', 'd/m/Y g:i a'],
  ['time_picker', 'g:i a'],
]);

function textarea(load: Load, newLines: string): Reader<StandardPage> {
  if (newLines !== 'wpautop' && newLines !== 'br') return load;
  return (values, prefix) => {
    const text = load(values, prefix);
    if (typeof text !== 'string' || text === '') return text;
    return newLines === 'wpautop' ? autop(text, { isWp7: true }) : text.replace(/\r\n|\n|\r/g, '<br />$&');
  };
}

const TIME = /^\d{1,2}:\d{2}/;
const COMPACT_DATE = /^(\d{4})(\d{2})(\d{2})$/;

function date(load: Load, format: string): Reader<StandardPage> {
  return (values, prefix) => {
    const stored = load(values, prefix);
    if (isEmpty(stored)) return stored;
    const text = toText(single(stored) as string).trim();
    const compact = COMPACT_DATE.exec(text);
    if (/^\d+$/.test(text) && !compact) return formatDate(format, Number(text));
    const full = compact
      ? `${compact[1]}-${compact[2]}-${compact[3]} 00:00:00`
      : TIME.test(text)
        ? `1970-01-01 ${text}`
        : text;
    const complete = /^\d{4}-\d{2}-\d{2}$/.test(full) ? `${full} 00:00:00` : full;
    if (parseDate(complete) === undefined) return text;
    return formatMysqlDate(format, complete) ?? text;
  };
}

function choice({ type, settings }: PlacedField, load: Load): Reader<StandardPage> {
  const stored = settings.value('choices');
  const labels = new Map(
    stored instanceof PhpArray ? [...stored].map(([value, label]) => [String(value), toText(label)] as const) : [],
  );
  const format = settings.text('return_format');
  const formatted = (value: PlainValue): unknown => {
    if (isEmpty(value) && value !== 0 && value !== '0') return value;
    if (format !== 'label' && format !== 'array') return value;
    const label = labels.get(textOf(value)) ?? value;
    return format === 'label' ? label : { value, label };
  };
  if (type === 'checkbox')
    return (values, prefix) => {
      const value = load(values, prefix);
      return isEmpty(value) ? [] : (Array.isArray(value) ? value : [value]).map(formatted);
    };
  if (type === 'select' && settings.flag('multiple'))
    return (values, prefix) => listOf(load(values, prefix)).map(formatted);
  return (values, prefix) => formatted(single(load(values, prefix)));
}

function icon(load: Load, format: string): Reader<StandardPage> {
  return (values, prefix, { references }) => {
    const stored = load(values, prefix);
    if (stored === null || typeof stored !== 'object' || Array.isArray(stored)) return { type: null, value: null };
    const file =
      stored.type === 'media_library' ? references.attachments.get(idsOf(stored.value ?? null)[0] ?? 0) : undefined;
    if (format === 'string') return file ? (file.url ?? null) : (stored.value ?? null);
    return file ? { ...stored, value: file } : stored;
  };
}

function attachment(load: Load, format: string): Reader<StandardPage> {
  return (values, prefix, { references }) => {
    const [id] = idsOf(single(load(values, prefix)));
    if (id === undefined) return false;
    if (format === 'id') return id;
    const file = references.attachments.get(id);
    return file ? (format === 'url' ? (file.url ?? false) : file) : false;
  };
}

function gallery(load: Load, format: string): Reader<StandardPage> {
  return (values, prefix, { references }) => {
    const ids = idsOf(load(values, prefix));
    const files = [...new Set(ids)].flatMap((id): JsonRecord[] => {
      const file = references.attachments.get(id);
      return file ? [file] : [];
    });
    if (files.length === 0) return false;
    if (format === 'id') return files.map(({ id }) => id);
    return format === 'url' ? files.map(({ url }) => url) : files;
  };
}

function posts({ type, settings }: PlacedField, load: Load): Reader<StandardPage> {
  const isRelation = type === 'relationship';
  const asIds = settings.text('return_format') === 'id';
  const isList = isRelation || settings.flag('multiple');
  return (values, prefix, { references }) => {
    const stored = load(values, prefix);
    if (isEmpty(stored)) return isRelation ? stored : false;
    const ids = idsOf(stored);
    const found: readonly unknown[] = asIds ? ids : [...new Set(ids)].flatMap((id) => references.posts.get(id) ?? []);
    if (isList) return found.length > 0 || isRelation ? found : false;
    return found[0] ?? false;
  };
}

function pageLink(load: Load, isList: boolean): Reader<StandardPage> {
  return (values, prefix, { references }) => {
    const loaded = load(values, prefix);
    const stored = isList ? loaded : single(loaded);
    if (isEmpty(stored)) return stored;
    const addressOf = (value: PlainValue) => {
      const [id] = idsOf(value);
      return id === undefined ? value : (references.addresses.get(id) ?? null);
    };
    return Array.isArray(stored) ? stored.map(addressOf).filter((address) => address !== null) : addressOf(stored);
  };
}

function users({ settings }: PlacedField, load: Load): Reader<StandardPage> {
  const format = settings.text('return_format') || 'array';
  const isList = settings.flag('multiple');
  return (values, prefix, { references }) => {
    const found = idsOf(load(values, prefix)).flatMap((id): unknown[] => {
      const user = references.users.get(id);
      if (!user) return [];
      return [format === 'id' ? id : format === 'object' ? user.object : user.members];
    });
    if (found.length === 0) return false;
    return isList ? found : found[0];
  };
}

function terms(field: PlacedField): Reader<StandardPage> {
  const load = termLoader(field);
  const asObjects = field.settings.text('return_format') === 'object';
  return (values, prefix, { references }) => {
    const stored = load(values, prefix);
    if (isEmpty(stored)) return false;
    if (!asObjects) return stored;
    if (!Array.isArray(stored)) return references.terms.get(idsOf(stored)[0] ?? 0) ?? false;
    return idsOf(stored).flatMap((id) => references.terms.get(id) ?? []);
  };
}

function link(load: Load, format: string): Reader<StandardPage> {
  return (values, prefix) => {
    const stored = load(values, prefix);
    if (isEmpty(stored)) return stored;
    const members = typeof stored === 'object' && !Array.isArray(stored) ? stored! : { url: stored };
    const whole = { title: '', url: '', target: '', ...members };
    return format === 'url' ? whole.url : whole;
  };
}

const HEX = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i;
const RGBA = /^rgba?\(\s*([\d.]+)\s*,\s*([\d.]+)\s*,\s*([\d.]+)\s*(?:,\s*([\d.]+)\s*)?\)$/i;

function colorOf(text: string): { red: number; green: number; blue: number; alpha: number } {
  const [, red, green, blue, alpha = '1'] = RGBA.exec(text.trim()) ?? [];
  if (red !== undefined) return { red: Number(red), green: Number(green), blue: Number(blue), alpha: Number(alpha) };
  const [, hex = ''] = HEX.exec(text.trim()) ?? [];
  if (hex === '') return { red: 0, green: 0, blue: 0, alpha: 0 };
  const full = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
  const part = (start: number) => Number.parseInt(full.slice(start, start + 2), 16);
  return { red: part(0), green: part(2), blue: part(4), alpha: 1 };
}

const REFERRING = new Set([
  'wysiwyg',
  'icon_picker',
  'image',
  'file',
  'gallery',
  'post_object',
  'relationship',
  'page_link',
  'user',
  'taxonomy',
]);

function refers({ type, fields, layouts }: PlacedField): boolean {
  return REFERRING.has(type) || fields.some(refers) || layouts.some((layout) => layout.fields.some(refers));
}

function collector(field: PlacedField): Reader<ReferenceNeeds> {
  const { type, settings } = field;
  if (!REFERRING.has(type)) return () => undefined;
  const load = type === 'taxonomy' ? termLoader(field) : loader(field);
  const format = settings.text('return_format');
  const taxonomy = settings.text('taxonomy') || 'category';
  return (values, prefix, needs) => {
    const stored = load(values, prefix);
    if (type === 'wysiwyg') {
      if (typeof stored === 'string' && stored !== '') needs.texts.add(stored);
      return;
    }
    if (type === 'icon_picker') {
      const isFile =
        stored !== null && typeof stored === 'object' && !Array.isArray(stored) && stored.type === 'media_library';
      if (isFile) for (const id of idsOf(stored.value ?? null)) needs.attachments.add(id);
      return;
    }
    const ids = idsOf(stored);
    if (type === 'taxonomy') {
      if (format === 'object') needs.addTerms(taxonomy, ids);
    } else if (type === 'user') for (const id of ids) needs.users.add(id);
    else if (type === 'page_link') for (const id of ids) needs.addresses.add(id);
    else if (type === 'post_object' || type === 'relationship') {
      if (format !== 'id') for (const id of ids) needs.posts.add(id);
    } else if (format !== 'id' || type === 'gallery') for (const id of ids) needs.attachments.add(id);
  };
}
