import { type Content, Item, ItemMap } from './reply.js';

type Json = Record<string, unknown>;

/** Members and `_links` of an item, or a ready object as it is. */
export function itemJson(item: Item | object): Json {
  if (!(item instanceof Item)) return item as Json;
  return item.links.isEmpty ? item.members : { ...item.members, _links: item.links.toJson() };
}

/** The reference encodes an empty map as an empty list. */
function orEmptyList(map: Json): Json | [] {
  return Object.keys(map).length > 0 ? map : [];
}

function pick(members: Json, fields: ReadonlySet<string>): Json {
  return Object.fromEntries(Object.entries(members).filter(([name]) => fields.has(name)));
}

/**
 * The body of an answer. With `fields`, lists keep the named members of each item (so `_links` goes unless named),
 * maps the named entries, and a single item always keeps its `_links`.
 */
export function shapeBody(content: Content, embedded: readonly (Json | undefined)[] | undefined, fields?: ReadonlySet<string>): unknown {
  if (content instanceof Item) {
    const members = fields ? pick(content.members, fields) : content.members;
    const linked = itemJson(new Item(members, content.links));
    return orEmptyList(embedded?.[0] ? { ...linked, _embedded: embedded[0] } : linked);
  }
  if (content instanceof ItemMap) {
    const map = Object.fromEntries([...content.items].map(([name, item]) => [name, itemJson(item)]));
    return fields ? orEmptyList(pick(map, fields)) : map;
  }
  if (Array.isArray(content)) return content.map((element, index) => shapeElement(element, embedded?.[index], fields));
  if (fields && typeof content === 'object' && content !== null) return orEmptyList(pick(content as Json, fields));
  return content;
}

function shapeElement(element: unknown, embedded: Json | undefined, fields?: ReadonlySet<string>): unknown {
  if (!(element instanceof Item)) return element;
  const json = fields ? pick(itemJson(element), fields) : itemJson(element);
  const withEmbedded = embedded && (!fields || fields.has('_links')) ? { ...json, _embedded: embedded } : json;
  return orEmptyList(withEmbedded);
}
