import { parseDate, recordOf } from '../../text/index.js';
import { toText } from '../../text/php/index.js';
import { type PlacedField } from '../acf/definitions/placed-fields.js';
import { loader, single, termLoader } from '../acf/values/field-format.js';
import { idsOf, isEmpty, type PlainValue } from '../acf/values/item-values.js';
import { listOf, mapOf } from '../acf/values/light-format.js';
import { NO_REFERENCES } from '../acf/values/references.js';
import { standardReader } from '../acf/values/standard-format.js';
import { type GraphContext } from '../graphql/context/graph-context.js';
import { listConnection, type PageArgs } from '../graphql/model/paging.js';
import { entryNodes, termById, userNodes } from '../graphql/nodes/find-nodes.js';
import { edgeTo } from '../graphql/schema/entry-types.part.js';
import { type FieldsSource } from './fields-source.js';
import { type GraphValuesService } from './graph-values.service.js';

/** How a field without fields of its own is declared, and read. */
export interface GraphField {
  readonly type: string;
  /** Whether it has the arguments of a connection. */
  readonly isPaged?: boolean;
  resolve(source: FieldsSource, args: PageArgs, ctx: GraphContext): unknown;
}

const membersOf = (value: PlainValue) => recordOf(mapOf(value)) as Readonly<Record<string, PlainValue>>;

const PAGE = { hidesSecrets: false, references: NO_REFERENCES };
const DATE = /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2}:\d{2}:\d{2}))?/;

/** Undefined for types that the schema does not have. */
export function graphField(field: PlacedField, values: GraphValuesService): GraphField | undefined {
  const { type, settings } = field;
  const stored = loader(field);
  const load = ({ values, prefix }: FieldsSource) => stored(values, prefix);
  const formatted = standardReader(field);
  const format = ({ values, prefix }: FieldsSource) => formatted(values, prefix, PAGE);
  switch (type) {
    case 'text':
    case 'email':
    case 'url':
    case 'color_picker':
    case 'radio':
    case 'button_group':
      return { type: 'String', resolve: (source) => textOf(load(source)) };
    case 'password':
      return { type: 'String', resolve: (source, _args, ctx) => (ctx.can('edit_posts') ? textOf(load(source)) : null) };
    case 'textarea':
    case 'oembed':
    case 'time_picker':
      return { type: 'String', resolve: (source) => textOf(format(source) as PlainValue) };
    case 'wysiwyg':
      return {
        type: 'String',
        resolve: async (source, _args, ctx) => {
          const text = load(source);
          return typeof text === 'string' && text !== '' ? values.rendered(ctx, text) : null;
        },
      };
    case 'date_picker':
    case 'date_time_picker':
      return { type: 'String', resolve: (source) => dateOf(load(source)) };
    case 'number':
      return { type: 'Float', resolve: (source) => numberOf(single(load(source))) || null };
    case 'range':
      return { type: 'Float', resolve: (source) => numberOf(single(load(source))) };
    case 'true_false':
      return { type: 'Boolean', resolve: (source) => !isEmpty(load(source)) };
    case 'checkbox':
      return { type: '[String]', resolve: (source) => textsOf(load(source)) };
    case 'select': {
      const isMultiple = settings.flag('multiple');
      return { type: '[String]', resolve: (source) => choices(format(source) as PlainValue, isMultiple) };
    }
    case 'link':
      return { type: 'AcfLink', resolve: (source) => linkOf(load(source)) };
    case 'google_map':
      return { type: 'AcfGoogleMap', resolve: (source) => placeOf(load(source)) };
    case 'image':
    case 'file':
      return {
        type: 'AcfMediaItemConnectionEdge',
        resolve: async (source, _args, ctx) => edgeTo((await files(ctx, idsOf(single(load(source)))))[0]),
      };
    case 'gallery':
      return connection('MediaItem', load, files);
    case 'post_object':
    case 'relationship':
    case 'page_link':
      if (settings.text('graphql_connection_type') !== 'one_to_one') return connection('ContentNode', load, entryNodes);
      return {
        type: 'AcfContentNodeConnectionEdge',
        resolve: async (source, _args, ctx) => edgeTo((await entryNodes(ctx, idsOf(load(source))))[0]),
      };
    case 'user':
      return connection('User', load, userNodes);
    case 'taxonomy': {
      const terms = termLoader(field);
      return connection('TermNode', ({ values, prefix }) => terms(values, prefix), termNodes, { all: true });
    }
    default:
      return undefined;
  }
}

/** Zero for what is no number, or beyond those that GraphQL has. */
function numberOf(value: PlainValue): number {
  const number = Number(textOf(value));
  return Number.isFinite(number) ? number : 0;
}

async function files(ctx: GraphContext, ids: readonly number[]) {
  return (await entryNodes(ctx, ids)).filter(({ entry }) => entry.type === 'attachment');
}

async function termNodes(ctx: GraphContext, ids: readonly number[]) {
  const nodes = await Promise.all(ids.map((id) => termById(ctx, id)));
  return nodes.filter((node) => node !== undefined);
}

/** `all`: the first page has all of them. */
function connection<N extends { readonly databaseId: number }>(
  to: string,
  load: (source: FieldsSource) => PlainValue,
  find: (ctx: GraphContext, ids: readonly number[]) => PromiseLike<readonly N[]>,
  { all = false } = {},
): GraphField {
  return {
    type: `Acf${to}Connection`,
    isPaged: true,
    resolve: async (source, args, ctx) => {
      const ids = [...new Set(idsOf(load(source)))];
      if (ids.length === 0) return null;
      const nodes = await find(ctx, ids);
      const page = all && !args.first && !args.last ? { ...args, first: ids.length } : args;
      return listConnection(nodes, page, ({ databaseId }) => databaseId);
    },
  };
}

function textOf(value: PlainValue): string | null {
  const scalar = single(value);
  return isEmpty(scalar) || typeof scalar === 'object' ? null : toText(scalar);
}

function textsOf(value: PlainValue): string[] | null {
  const list = isEmpty(value) ? [] : (Array.isArray(value) ? value : [value]).flatMap((item) => textOf(item) ?? []);
  return list.length > 0 ? list : null;
}

/** A single choice with value and label is a list of both; of several, only the values are listed. */
function choices(value: PlainValue, isMultiple: boolean): string[] | null {
  const part = (value: PlainValue, name: 'value' | 'label') => membersOf(value)[name];
  if (isMultiple) return textsOf(listOf(value).map((item) => part(item, 'value') ?? item));
  const [chosen, label] = [part(value, 'value'), part(value, 'label')];
  return textsOf(chosen === undefined ? value : [chosen, label ?? null]);
}

function dateOf(value: PlainValue): string | null {
  const [, year, month, day, time = '00:00:00'] = DATE.exec(textOf(value) ?? '') ?? [];
  if (year === undefined) return null;
  const isDate = parseDate(`${year}-${month}-${day} ${time}`) !== undefined;
  return isDate ? `${year}-${month}-${day}T${time}+00:00` : null;
}

function linkOf(value: PlainValue): object | null {
  if (isEmpty(value)) return null;
  const { title, url, target }: Readonly<Record<string, PlainValue>> =
    typeof value === 'string' ? { url: value } : membersOf(value);
  return { title: title ?? '', url: url ?? '', target: target ?? '' };
}

function placeOf(value: PlainValue): object | null {
  if (isEmpty(value)) return null;
  const place = membersOf(value);
  const text = (name: string) => textOf(place[name] ?? null);
  const number = (name: string) => (isEmpty(place[name] ?? null) ? null : numberOf(place[name] ?? null) || null);
  return {
    streetAddress: text('address'),
    latitude: number('lat'),
    longitude: number('lng'),
    streetName: text('street_name'),
    streetNumber: text('street_number'),
    city: text('city'),
    state: text('state'),
    stateShort: text('state_short'),
    postCode: text('post_code'),
    country: text('country'),
    countryShort: text('country_short'),
    placeId: text('place_id'),
    zoom: text('zoom'),
  };
}
