import { indexView } from './index-view.js';

/** Something both sites are asked. */
export interface Question {
  /** What the report groups by: `/wp/v2/posts/{id}`. */
  route: string;
  path: string;
  /** Encoded, without a question mark. */
  query: string;
  /** The part of the body that is compared. */
  view?: (body: unknown) => unknown;
}

/** What there is a list of; items are found in the lists of the other site. */
export const COLLECTIONS = ['posts', 'pages', 'media', 'categories', 'tags', 'users', 'comments'] as const;

const NOBODYS_ID = 999_999_999;

const at = (route: string, query = ''): Question => ({ route, path: route, query });
const item = (base: string, id: number | string, query = ''): Question => ({
  route: `${base}/{id}`,
  path: `${base}/${id}`,
  query,
});

/** Questions that need no knowledge of the site. `signedIn`: also what only editors see. */
export function generalQuestions(sample: number, signedIn: boolean): Question[] {
  const bases = COLLECTIONS.map((name) => `/wp/v2/${name}`);
  return [
    { ...at('/'), view: indexView },
    ...['/wp/v2/types', '/wp/v2/statuses', '/wp/v2/taxonomies'].flatMap((base) => [
      at(base),
      at(base, signedIn ? 'context=edit' : 'context=embed'),
    ]),
    ...['post', 'page', 'attachment', 'nothing'].map((name) => item('/wp/v2/types', name)),
    ...['publish', 'nothing'].map((name) => item('/wp/v2/statuses', name)),
    ...['category', 'post_tag', 'nothing'].map((name) => item('/wp/v2/taxonomies', name)),
    ...bases.flatMap((base) => listQuestions(base, sample, signedIn)),
    ...bases.flatMap(errorQuestions),
    at('/wp/v2/posts', 'after=yesterday'),
    at('/wp/v2/posts', 'orderby=nothing'),
    at('/wp/v2/settings'),
    at('/wp/v2/users/me'),
    at('/wp/v2/nothing'),
  ];
}

function listQuestions(base: string, sample: number, signedIn: boolean): Question[] {
  const queries = [
    '',
    `per_page=${sample}&_embed`,
    'per_page=3&page=2',
    'per_page=5&order=asc',
    `per_page=${sample}&context=embed`,
    'per_page=2&_envelope',
  ];
  return [...queries, ...(signedIn ? [`per_page=${sample}&context=edit`] : [])].map((query) => at(base, query));
}

function errorQuestions(base: string): Question[] {
  return [
    item(base, NOBODYS_ID),
    at(base, 'per_page=0'),
    at(base, 'per_page=many'),
    at(base, 'page=99999'),
    at(base, 'context=edit'),
    at(base, 'context=nothing'),
  ];
}

/** Questions about the items of one collection, as its list on the other site shows them. */
export function itemQuestions(
  name: (typeof COLLECTIONS)[number],
  items: readonly Record<string, unknown>[],
  signedIn: boolean,
): Question[] {
  const base = `/wp/v2/${name}`;
  const ids = items.map(({ id }) => id as number);
  const [first] = items;
  if (!first) return [];
  const questions = ids.map((id) => item(base, id));
  questions.push(
    item(base, ids[0]!, '_embed'),
    item(base, ids[0]!, 'context=embed'),
    item(base, ids[0]!, signedIn ? 'context=edit' : 'context=nothing'),
  );
  questions.push(
    at(base, `include=${ids.slice(0, 5).join(',')}&per_page=3`),
    at(base, `exclude=${ids.slice(0, 5).join(',')}&per_page=3`),
  );
  if (typeof first.slug === 'string') questions.push(at(base, `slug=${encodeURIComponent(first.slug)}`));
  const word = wordOf(first);
  if (word !== undefined) questions.push(at(base, `search=${encodeURIComponent(word)}&per_page=5`));
  return [...questions, ...filterQuestions(base, first)];
}

/** A word that the search certainly finds. */
function wordOf({ title, name }: Record<string, unknown>): string | undefined {
  const text = (title as { rendered?: string } | undefined)?.rendered ?? (name as string | undefined) ?? '';
  return text.replace(/<[^>]*>|&[^;]+;/g, ' ').match(/\p{L}{4,}/u)?.[0];
}

const FILTERS = ['categories', 'tags', 'author', 'parent', 'post'] as const;

function filterQuestions(base: string, first: Record<string, unknown>): Question[] {
  return FILTERS.flatMap((name) => {
    const value = [first[name]].flat()[0];
    return typeof value === 'number' && value > 0 ? [at(base, `${name}=${value}&per_page=3`)] : [];
  });
}
