import { type FieldSelection } from '../http/field-selection.js';
import { type Content, Item, ItemMap, SerializedItem } from './reply.js';

type Json = Record<string, unknown>;

/** Fields and `_links` of an item, or an object as it is. */
export function itemJson(item: Item | object): Json {
  if (!(item instanceof Item)) return item as Json;
  return item.links.isEmpty ? item.members : { ...item.members, _links: item.links.toJson() };
}

/** WordPress encodes an empty map as an empty list. */
function orEmptyList(map: Json): Json | [] {
  return Object.keys(map).length > 0 ? map : [];
}

/** `_embedded` of the items that have embedded resources. */
export type Embedded = ReadonlyMap<Item, Json>;

/**
 * Applies `_fields`: lists keep the selected fields of each item (so `_links` is dropped unless selected), maps the selected
 * entries. A single item always keeps its `_links` in older releases; in current ones, with nested names, only if selected.
 */
export class ShapeRules {
  constructor(
    readonly fields: FieldSelection | undefined,
    private readonly nested: boolean,
    private readonly embeds: boolean,
  ) {}

  showsLinks(content: Content): boolean {
    const { fields } = this;
    if (!fields || fields.has('_links')) return true;
    return !Array.isArray(content) && (!this.nested || (this.embeds && fields.has('_embedded')));
  }

  /** An entry of a map. Current releases also pick its members by the names that pick the entries. */
  entryJson(item: Item): Json | [] {
    const { fields } = this;
    if (!fields || !this.nested) return itemJson(item);
    const members = Object.fromEntries(Object.entries(item.members).filter(([name]) => fields.has(name)));
    const links = fields.has('_links') ? item.links : item.links.unconditional();
    return orEmptyList(itemJson(new Item(members, links)));
  }

  /** Embedding follows the remaining links. */
  followsRelation(content: Content, relation: string): boolean {
    if (!this.showsLinks(content)) return false;
    if (!this.fields || !Array.isArray(content)) return true;
    const { _links: left = [] } = this.fields.pick({ _links: { [relation]: true } });
    return !Array.isArray(left);
  }
}

/** The JSON of a response body. */
export function bodyJson(content: Content, embedded: Embedded | undefined, shape: ShapeRules): string | Buffer {
  if (content instanceof SerializedItem) return content.json;
  if (!Array.isArray(content)) return stringify(shapeBody(content, embedded, shape));
  if (content[0] instanceof SerializedItem) return joined(content as readonly SerializedItem[]);
  return `[${content.map((element) => stringify(shapeElement(element, embedded, shape.fields))).join()}]`;
}

/** The JSON of an item of a list, as cacheable bytes. */
export function serializeItem(item: Item, embedded?: Json, fields?: FieldSelection): SerializedItem {
  const json = fields ? selectedJson(item, fields) : itemJson(item);
  return new SerializedItem(retainedBuffer(stringify(withEmbedded(json, embedded))));
}

function selectedJson(item: Item, fields: FieldSelection): Json {
  return fields.pick(fields.has('_links') ? itemJson(item) : item.members);
}

function stringify(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}

const COMMA = Buffer.from(',');
const BEGIN = Buffer.from('[');
const END = Buffer.from(']');

/** A list of serialized items, concatenated without decoding. */
function joined(items: readonly SerializedItem[]): Buffer {
  return Buffer.concat([...items.flatMap(({ json }, index) => [index === 0 ? BEGIN : COMMA, json]), END]);
}

function withEmbedded(json: Json, embedded: Json | undefined): Json | [] {
  return orEmptyList(embedded ? { ...json, _embedded: embedded } : json);
}

/** Shapes a body that is not a list. */
function shapeBody(content: Content, embedded: Embedded | undefined, shape: ShapeRules): unknown {
  const { fields } = shape;
  if (content instanceof Item) {
    const members = fields ? fields.pick(content.members) : content.members;
    const links = shape.showsLinks(content) ? content.links : content.links.unconditional();
    const linked = itemJson(new Item(members, links));
    return withEmbedded(linked, embedded?.get(content));
  }
  if (content instanceof ItemMap) {
    const map = Object.fromEntries([...content.items].map(([name, item]) => [name, shape.entryJson(item)]));
    return fields ? orEmptyList(fields.pick(map)) : map;
  }
  if (fields && typeof content === 'object' && content !== null) return orEmptyList(fields.pick(content as Json));
  return content;
}

function shapeElement(element: unknown, embedded: Embedded | undefined, fields?: FieldSelection): unknown {
  if (!(element instanceof Item)) return element;
  const json = fields ? selectedJson(element, fields) : itemJson(element);
  return withEmbedded(json, embedded?.get(element));
}

/**
 * Bytes for a cache, in a buffer of their own. Node cuts buffers below 4 KB out of shared blocks of 8 KB, and a block lives
 * as long as any part of it: retaining one small body in a cache would retain whatever else was in its block.
 */
export function retainedBuffer(content: string | Buffer): Buffer {
  if (typeof content === 'string') {
    const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(content));
    bytes.write(content);
    return bytes;
  }
  if (content.buffer.byteLength === content.length) return content;
  const copy = Buffer.allocUnsafeSlow(content.length);
  content.copy(copy);
  return copy;
}
