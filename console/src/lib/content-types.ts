import { t } from '../texts';
import { ApiError, type ApiResponse, type Read, readAll, request } from './api';
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

/** The reads that `loadContent` begins with. */
export const CONTENT_READS: readonly [types: Read, taxonomies: Read] = [
  { path: 'wp/v2/types', query: { context: 'edit' } },
  { path: 'wp/v2/taxonomies', query: { context: 'edit' } },
];

type Registry = ApiResponse<unknown> | undefined;

/** Post types that the user may write, and taxonomies that the user may assign. */
export async function loadContent(types: Registry, taxonomies: Registry): Promise<Content> {
  const ownTypes = registered(types).filter((type) => !isInternal(type));
  const ownTaxonomies = registered(taxonomies).filter((taxonomy) => taxonomy.rest_base && !isInternal(taxonomy));
  const described = await readAll(
    [...ownTaxonomies, ...ownTypes].map((definition): Read => ({
      method: 'OPTIONS',
      path: routeOf(definition),
      query: { context: 'edit' },
    })),
  );
  const assigned = ownTaxonomies
    .map((taxonomy, index) => taxonomyFrom(taxonomy, described[index]))
    .filter((one) => one !== undefined);
  const written = ownTypes
    .map((type, index) => typeFrom(type, described[ownTaxonomies.length + index], assigned))
    .filter((type) => type !== undefined);
  return { types: written, taxonomies: assigned };
}

function registered(registry: Registry): Registered[] {
  return Object.values((registry?.data ?? {}) as Record<string, Registered>);
}

interface Description {
  allow: readonly string[];
  members: Record<string, Schema>;
}

/** What OPTIONS says about a route; undefined where it does not exist. */
export async function describeRoute(path: string): Promise<Description | undefined> {
  try {
    return descriptionFrom(await request('OPTIONS', path));
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) return undefined;
    throw error;
  }
}

function descriptionFrom({ data, allow }: ApiResponse<unknown>): Description {
  return { allow, members: (data as { schema?: Schema }).schema?.properties ?? {} };
}

/** Names of WordPress's own types, where they are not changed, in the language of the console. */
function namesOf({ slug, name, labels }: Registered): { name: string; singular: string } {
  const names = { name, singular: labels.singular_name ?? name };
  const [plural, singular] = ENGLISH_NAMES[slug] ?? [];
  return name === plural && names.singular === singular ? t.types[slug as keyof typeof t.types] : names;
}

const ENGLISH_NAMES: Record<string, readonly [many: string, one: string] | undefined> = {
  post: ['Posts', 'Post'],
  page: ['Pages', 'Page'],
  category: ['Categories', 'Category'],
  post_tag: ['Tags', 'Tag'],
};

/** Of a content type or taxonomy, for messages: WordPress's own have sentences of their own, which inflect the name. */
export const asSingular = ({ slug, singular: name }: Named) => ({ kind: slug, name: inSentence(name) });
export const asPlural = ({ slug, name }: Named) => ({ kind: slug, name: inSentence(name) });

type Named = Pick<ContentType, 'slug' | 'name' | 'singular'>;

/** German writes nouns with a capital letter everywhere. */
function inSentence(noun: string): string {
  const { lang } = document.documentElement;
  return lang === 'de' ? noun : noun.toLocaleLowerCase(lang || 'en');
}

function taxonomyFrom(taxonomy: Registered, described: Registry): Taxonomy | undefined {
  if (!described) return undefined;
  const route = routeOf(taxonomy);
  const description = descriptionFrom(described);
  const mayCreate = description.allow.includes('POST');
  return {
    slug: taxonomy.slug,
    ...namesOf(taxonomy),
    isHierarchical: taxonomy.hierarchical,
    base: taxonomy.rest_base,
    route,
    members: description.members,
    mayCreate,
    // Who may create terms while writing may not always read them in the edit context.
    mayManage: mayCreate && description.allow.includes('GET'),
  };
}

function typeFrom(type: Registered, described: Registry, taxonomies: readonly Taxonomy[]): ContentType | undefined {
  const route = routeOf(type);
  const description = described && descriptionFrom(described);
  if (!description?.allow.includes('POST')) return undefined;
  const { members } = description;
  return {
    slug: type.slug,
    ...namesOf(type),
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
