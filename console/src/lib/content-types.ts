import { ApiError, get, isAccepted, request } from './api';
import { type ContentType, type Entry, type LinkList, type Schema, type Taxonomy } from './types';

/** GET wp/v2/types and wp/v2/taxonomies in `context=edit`. */
interface Registered {
  slug: string;
  name: string;
  rest_base: string;
  hierarchical: boolean;
  labels: { singular_name?: string };
  capabilities: Record<string, string>;
  taxonomies?: string[];
  _links?: LinkList;
}

export interface Content {
  types: readonly ContentType[];
  taxonomies: readonly Taxonomy[];
}

const WITH_PAGES_OF_THEIR_OWN = new Set(['attachment', 'nav_menu_item', 'nav_menu']);

/** Types and taxonomies with other pages in the console, or none: WordPress reserves the prefix for its internal ones. */
const isInternal = ({ slug }: Registered) => WITH_PAGES_OF_THEIR_OWN.has(slug) || slug.startsWith('wp_');

/** Post types that the requester may write, and taxonomies that the requester may assign. */
export async function loadContent(): Promise<Content> {
  const [types, registered] = await Promise.all([readRegistry('wp/v2/types'), readRegistry('wp/v2/taxonomies')]);
  const listed = registered.filter((one) => one.rest_base && !isInternal(one));
  const taxonomies = (await Promise.all(listed.map(describeTaxonomy))).filter((one) => one !== undefined);
  const described = await Promise.all(
    types.filter((type) => !isInternal(type)).map((type) => describeType(type, taxonomies)),
  );
  return { types: described.filter((type) => type !== undefined), taxonomies };
}

async function readRegistry(path: string): Promise<Registered[]> {
  try {
    return Object.values((await get<Record<string, Registered>>(path, { context: 'edit' })).data);
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) return [];
    throw error;
  }
}

interface Description {
  allow: readonly string[];
  members: Record<string, Schema>;
}

/** What OPTIONS says about a route; undefined where it does not exist. */
export async function describeRoute(path: string): Promise<Description | undefined> {
  try {
    const { data, allow } = await request<{ schema?: Schema }>('OPTIONS', path);
    return { allow, members: data.schema?.properties ?? {} };
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) return undefined;
    throw error;
  }
}

async function describeTaxonomy(taxonomy: Registered): Promise<Taxonomy | undefined> {
  const route = routeOf(taxonomy);
  const [description, mayManage] = await Promise.all([
    describeRoute(route),
    // Who may create terms while writing may not always edit them, and `Allow` of the list does not say so.
    isAccepted(get(route, { context: 'edit', per_page: 1, _fields: 'id' })),
  ]);
  if (!description) return undefined;
  return {
    slug: taxonomy.slug,
    name: taxonomy.name,
    singular: taxonomy.labels.singular_name ?? taxonomy.name,
    isHierarchical: taxonomy.hierarchical,
    base: taxonomy.rest_base,
    route,
    members: description.members,
    mayCreate: description.allow.includes('POST'),
    mayManage: mayManage && description.allow.includes('POST'),
  };
}

async function describeType(type: Registered, taxonomies: readonly Taxonomy[]): Promise<ContentType | undefined> {
  const route = routeOf(type);
  const description = await describeRoute(route);
  if (!description?.allow.includes('POST')) return undefined;
  const { members } = description;
  return {
    slug: type.slug,
    name: type.name,
    singular: type.labels.singular_name ?? type.name,
    route,
    // Pages of other types have a prefix, so that no name of theirs hides a page of the console.
    to: type.slug === 'post' || type.slug === 'page' ? type.rest_base : `content/${type.rest_base}`,
    members,
    taxonomies: taxonomies.filter(({ base }) => members[base] !== undefined),
    capabilities: type.capabilities,
  };
}

/** From the link to the items, since a type may have a namespace of its own. */
function routeOf({ rest_base: base, _links: links }: Registered): string {
  const { pathname, searchParams } = new URL(links?.['wp:items']?.[0]?.href ?? '', window.location.href);
  const route = searchParams.get('rest_route') ?? /\/wp-json(\/.+)$/.exec(pathname)?.[1];
  return route?.replace(/^\//, '') ?? `wp/v2/${base}`;
}

/** The ids of an entry's terms. */
export function termsOf(entry: Entry, { base }: Taxonomy): readonly number[] {
  return (entry as unknown as Record<string, number[] | undefined>)[base] ?? [];
}
