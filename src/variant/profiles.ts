import { COMMENTS } from './comments.variants.js';
import { ENTRIES_A, ENTRIES_B } from './entries.variants.js';
import { MEDIA } from './media.variants.js';
import { OEMBED } from './oembed.variants.js';
import { SETTINGS_A, SETTINGS_B } from './settings.variants.js';
import { TERMS_A, TERMS_B } from './terms.variants.js';
import { TYPES_A, TYPES_B } from './types.variants.js';
import { USERS_A, USERS_B } from './users.variants.js';
import { RENDERING_A, RENDERING_B } from './rendering.variants.js';
import { ARGS_B, REST_A, REST_B, WP4_ARGS, WP7_ARGS } from './rest.variants.js';
import { WP4_CONTENT } from '../content-model/content-model.js';
import { type PostType } from '../content-model/post-types.js';
import { TEXT_A, TEXT_B } from './text.variants.js';
import { BLOCKS } from '../rendering/blocks/styled-blocks.js';
import { FONT_TYPES, WP7_CONTENT } from '../content-model/wp7-content.js';
import { type Profile } from './profile.js';

/** WordPress 4.9 with three extensions. */
const A: Profile = {
  name: 'A',
  namespaces: ['oembed/1.0', 'forms/v1', 'cache/v1', 'popups/v1', 'wp/v2'],
  unlistedNamespaces: ['nestpress/v1'],
  routeModules: ['forms', 'cache', 'oembed-proxy', 'popups'],
  content: WP4_CONTENT,
  rest: REST_A,
  args: WP4_ARGS,
  text: TEXT_A,
  rendering: RENDERING_A,
  entries: ENTRIES_A,
  media: MEDIA,
  comments: COMMENTS,
  terms: TERMS_A,
  users: USERS_A,
  types: TYPES_A,
  settings: SETTINGS_A,
  oembed: OEMBED,
};

/** WordPress 4.7. */
const B: Profile = {
  ...A,
  name: 'B',
  namespaces: ['oembed/1.0', 'wp/v2'],
  routeModules: [],
  rest: REST_B,
  args: ARGS_B,
  text: TEXT_B,
  rendering: RENDERING_B,
  entries: ENTRIES_B,
  terms: TERMS_B,
  users: USERS_B,
  types: TYPES_B,
  settings: SETTINGS_B,
};

/** WordPress 7.1; docs/variant-c.md describes its routes. */
const C: Profile = {
  ...A,
  name: 'C',
  namespaces: ['oembed/1.0', 'wp/v2', 'wp-block-editor/v1', 'wp-abilities/v1'],
  unlistedNamespaces: [],
  routeModules: [
    'block-data',
    'oembed-proxy',
    'application-passwords',
    'search',
    'menus',
    'menu-items',
    'batch',
    'themes',
    'plugins',
    'widgets',
    'templates',
    'media-editing',
    'global-styles',
    'block-types',
    'block-patterns',
    'navigation-fallback',
    'url-details',
    'fonts',
  ],
  content: WP7_CONTENT,
  rest: {
    ...A.rest,
    fieldSelection: 'nested',
    embeddedListLength: 100,
    hintsMethods: true,
    describesSite: true,
    describesAllKeywords: true,
    detailsInvalidArguments: true,
    listsRouteLinks: true,
    lenientRequests: true,
    authentication: 'wp7',
    comparesStoredMeta: true,
  },
  args: WP7_ARGS,
  text: { ...A.text, rules: 'wp7' },
  rendering: { ...A.rendering, fileTypes: 'webp', blocks: BLOCKS, marksPrivateTitles: false },
  entries: {
    ...A.entries,
    listArguments: [
      'format',
      'ignore_sticky',
      'modified_after',
      'modified_before',
      'search_columns',
      'search_semantics',
      'tax_relation',
    ],
    acceptsTermQueries: true,
    ordersWithinAuthors: true,
    listsOldestWithoutSlugs: true,
    acceptsExcerptLength: true,
    pagesRevisions: true,
    showsEditorFields: true,
    resetsDates: true,
    ignoresStoredDates: true,
    listsPrivateForReaders: true,
    acceptsSameStatus: true,
    reservesDraftSlugs: true,
    savesValidMeta: true,
    guardsSticky: true,
    unlocksByQueryOnly: true,
    checksLinkTargets: true,
    resetsPrivacyPage: true,
  },
  media: {
    furtherSizes: [
      { name: '1536x1536', width: 1536, height: 1536, crop: false },
      { name: '2048x2048', width: 2048, height: 2048, crop: false },
    ],
    largestSide: 2560,
    normalizesImages: true,
    exposesFileDetails: true,
    usesPostMonthFolder: true,
    titlesFromSentNames: true,
  },
  comments: {
    hasNotes: true,
    storesTypes: true,
    trimsContent: true,
    marksUserContent: true,
    hidesUnregisteredTypes: true,
  },
  terms: { ...A.terms, conflictStatus: 400 },
  users: {
    ...A.users,
    illegalUsername: 'This username is invalid because it uses illegal characters. Please enter a valid username.',
    supportsCapabilityFilters: true,
    newPreferences: { ...A.users.newPreferences, infinite_scrolling: 'true', admin_color: 'modern' },
    secureAvatars: true,
  },
  types: { showsFeatures: true, showsPresentation: true, hidden: [] },
  oembed: { describesPages: true },
};

export const PROFILES = { A, B, C } as const satisfies Record<string, Profile>;

/** The default variant. */
export const DEFAULT_PROFILE: Profile = A;

export type VariantName = keyof typeof PROFILES;

interface OptionalModule {
  /** Where its routes are, if not in that of WordPress. */
  readonly namespace?: string;
  readonly types?: readonly PostType[];
}

/** Modules that a site may have in addition to those of its variant. */
const OPTIONAL_MODULES: ReadonlyMap<string, OptionalModule> = new Map<string, OptionalModule>([
  ['forms', { namespace: 'forms/v1' }],
  ['cache', { namespace: 'cache/v1' }],
  ['popups', { namespace: 'popups/v1' }],
  ['fonts', { types: FONT_TYPES }],
]);

/** The profile with these modules, listed as variant A lists them: before the namespace of WordPress. */
function withModules(profile: Profile, modules: readonly string[]): Profile {
  const added = [...OPTIONAL_MODULES].filter(
    ([name]) => modules.includes(name) && !profile.routeModules.includes(name),
  );
  if (added.length === 0) return profile;
  const [first = '', ...others] = profile.namespaces;
  const { content } = profile;
  return {
    ...profile,
    routeModules: [...profile.routeModules, ...added.map(([name]) => name)],
    namespaces: [first, ...added.flatMap(([, { namespace }]) => namespace ?? []), ...others],
    content: { ...content, types: [...content.types, ...added.flatMap(([, { types = [] }]) => types)] },
  };
}

/** Where the variant lists the templates of entries in its schema, they are those of the configured theme. */
export function profileOf({
  variant,
  themeTemplates,
  routeModules = [],
}: {
  readonly variant: VariantName;
  readonly themeTemplates?: readonly string[];
  readonly routeModules?: readonly string[];
}): Profile {
  const profile = withModules(PROFILES[variant], routeModules);
  const { entries } = profile;
  if (!entries.templates || !themeTemplates) return profile;
  const templates = ['', ...themeTemplates.map((template) => template.replace(/^[\w-]+:/, ''))];
  return { ...profile, entries: { ...entries, templates } };
}
