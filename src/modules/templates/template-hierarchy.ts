import { type ContentModel } from '../../content-model/content-model.js';

export interface HierarchyQuestion {
  readonly slug: string;
  /** A custom template: it is for pages. */
  readonly isCustom: boolean;
  /** Prefix of an ambiguous slug, such as `taxonomy-genre`. */
  readonly prefix: string;
}

/** Slugs of the templates in the hierarchy, the most specific first. */
export function templateHierarchy({ slug, isCustom, prefix }: HierarchyQuestion, model: ContentModel): string[] {
  if (slug === 'index') return ['index'];
  if (isCustom) return ['page', 'singular', 'index'];
  if (slug === 'front-page') return ['front-page', 'home', 'index'];
  const begins = (...starts: string[]) => starts.some((start) => slug.startsWith(start));
  return [
    ...new Set([
      slug,
      ...generalForms(slug, prefix, model),
      ...(begins('author', 'taxonomy', 'category', 'tag') || slug === 'date' ? ['archive'] : []),
      ...(slug === 'attachment' ? ['single'] : []),
      ...(begins('single', 'page') || slug === 'attachment' ? ['singular'] : []),
      'index',
    ]),
  ];
}

function generalForms(slug: string, prefix: string, model: ContentModel): string[] {
  if (prefix !== '') return [prefix, prefix.split('-')[0]!];
  const kind = /^(author|category|archive|tag|page)-.+$/.exec(slug)?.[1];
  if (kind !== undefined) return [kind];
  const [, type, rest] = /^(taxonomy|single)-(.+)$/.exec(slug) ?? [];
  if (type === undefined || rest === undefined) return [];
  const names = [...(type === 'single' ? model.types : model.taxonomies).keys()];
  const name = names.find((name) => rest === name || rest.startsWith(`${name}-`));
  return name === undefined ? [] : rest === name ? [type] : [`${type}-${name}`, type];
}
