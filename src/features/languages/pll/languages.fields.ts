import { field, readOnly, ResourceFields, viewAndEdit } from '../../../rest/fields/index.js';
import { type LanguageTerm, type PolylangLanguage } from '../polylang/polylang.store.js';

/** A language with what follows from the site. */
export interface LanguageView {
  readonly language: PolylangLanguage;
  readonly homeUrl: string;
  readonly searchUrl: string;
  readonly host: string;
  readonly pageOnFront: number;
  readonly pageForPosts: number;
  readonly flagUrl: string;
  readonly isDefault: boolean;
}

/** What requests may send. */
export interface LanguageValues {
  name?: string;
  slug?: string;
  locale?: string;
  is_rtl?: boolean;
  term_group?: number;
  flag_code?: string;
  no_default_cat?: boolean;
}

export const SLUG_PATTERN = '^[a-z][a-z0-9_-]*$';
const LOCALE_PATTERN = '^[a-z]{2,3}(?:_[A-Z]{2})?(?:_[a-z0-9]+)?$';

const ofTerm = (description: string) => ({
  description,
  type: 'object' as const,
  properties: {
    term_id: { description: 'ID of the term.', type: 'integer' as const, minimum: 1 },
    term_taxonomy_id: { description: 'ID of the term in its taxonomy.', type: 'integer' as const, minimum: 1 },
    count: { description: 'Number of items.', type: 'integer' as const, minimum: 0 },
  },
});

const termProps = ({ id, termTaxonomyId, count }: LanguageTerm) => ({
  term_id: id,
  term_taxonomy_id: termTaxonomyId,
  count,
});

const both = viewAndEdit;

/** The members of Polylang's languages, in its order. */
export const LANGUAGE_FIELDS = new ResourceFields<LanguageView, undefined>('language', {
  name: field('string', 'Name of the language.', both, ({ language }) => language.name, { minLength: 1 }),
  slug: field('string', 'Code of the language, which addresses contain.', both, ({ language }) => language.slug, {
    pattern: SLUG_PATTERN,
  }),
  term_group: field('integer', 'Position of the language.', both, ({ language }) => language.order),
  term_id: readOnly('integer', 'ID of the language.', both, ({ language }) => language.ofEntries.id, { minimum: 1 }),
  locale: field('string', 'Locale of WordPress.', both, ({ language }) => language.locale, {
    pattern: LOCALE_PATTERN,
    required: true,
    // The schema does not say so.
    siteSchema: () => ({ required: undefined }),
  }),
  is_rtl: field('boolean', 'Whether it is written from right to left.', both, ({ language }) => language.isRtl),
  w3c: readOnly('string', 'Language tag.', both, ({ language }) => language.locale.replaceAll('_', '-')),
  facebook: readOnly('string', 'Locale of Facebook.', both, ({ language }) =>
    /^[a-z]{2}_[A-Z]{2}$/.test(language.locale) ? language.locale : '',
  ),
  home_url: readOnly('uri', 'Address of the front page.', both, ({ homeUrl }) => homeUrl),
  search_url: readOnly('uri', 'Address of searches.', both, ({ searchUrl }) => searchUrl),
  host: readOnly('uri', 'Host of the language, if it has its own.', both, ({ host }) => host),
  page_on_front: readOnly('integer', 'ID of the front page.', both, ({ pageOnFront }) => pageOnFront, { minimum: 0 }),
  page_for_posts: readOnly('integer', 'ID of the page that lists the posts.', both, (view) => view.pageForPosts, {
    minimum: 0,
  }),
  flag_code: field('string', 'Code of the flag.', both, ({ language }) => language.flagCode),
  flag_url: readOnly('uri', 'Address of the flag.', both, ({ flagUrl }) => flagUrl),
  flag: readOnly('string', 'The flag as HTML.', both, flagOf),
  custom_flag_url: readOnly('uri', 'Address of a flag of the theme.', both, () => ''),
  custom_flag: readOnly('string', 'A flag of the theme as HTML.', both, () => ''),
  active: readOnly('boolean', 'Whether the language is in use.', both, () => true),
  fallbacks: readOnly('array', 'Locales to use where the language has no translation.', both, () => [], {
    items: { type: 'string', pattern: LOCALE_PATTERN },
    siteSchema: () => ({ uniqueItems: true }),
  }),
  is_default: readOnly('boolean', 'Whether it is the default language.', both, ({ isDefault }) => isDefault),
  term_props: readOnly(
    'object',
    'The terms that stand for the language.',
    both,
    ({ language: { ofEntries, ofTerms } }) => ({
      language: termProps(ofEntries),
      ...(ofTerms && { term_language: termProps(ofTerms) }),
    }),
    { properties: { language: ofTerm('Of entries.'), term_language: ofTerm('Of terms.') } },
  ),
  no_default_cat: field('boolean', 'Whether to create no default category in the language.', ['edit'], undefined, {
    default: false,
  }),
});

function flagOf({ language: { name }, flagUrl }: LanguageView): string {
  if (flagUrl === '') return '';
  const alt = name.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<img src="${flagUrl}" alt="${alt}" width="16" height="11" style="width: 16px; height: 11px;" />`;
}
