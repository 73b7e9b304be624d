import { CLASSIC_CONTENT } from '../site/model/content-model.js';
import { CURRENT_CONTENT } from '../site/model/current-content.js';
import { type Profile } from './profile.js';

const CORE_ROUTES = [
  'posts',
  'pages',
  'media',
  'types',
  'statuses',
  'taxonomies',
  'categories',
  'tags',
  'users',
  'comments',
  'settings',
];
const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash', 'auto-draft', 'inherit'];

/** WordPress 4.9 with three extensions. */
const A = {
  name: 'A',
  namespaces: ['oembed/1.0', 'forms/v1', 'cache/v1', 'popups/v1', 'wp/v2'],
  extensions: ['forms', 'cache', 'oembed-proxy', 'popups'],
  routeOrder: CORE_ROUTES,
  rest: {
    sparseFields: true,
    nestedFields: false,
    embedsByRelation: false,
    embeddedListLength: 10,
    hintsMethods: false,
    explainsErrors: false,
    describesSchemas: false,
    readsJsonDialects: false,
    jsonSchema: 'http://json-schema.org/draft-04/schema#',
    forbiddenAsks: true,
    ignoresWrongCredentials: false,
    plainRoot: '/index.php',
  },
  content: CLASSIC_CONTENT,
  entries: {
    orderby: ['author', 'date', 'id', 'include', 'modified', 'parent', 'relevance', 'slug', 'include_slugs', 'title'],
    statuses: [...STATUSES, 'request-pending', 'request-confirmed', 'request-failed', 'request-completed', 'any'],
    templates: undefined,
    embedsFeaturedMedia: true,
    countsRevisions: true,
    tellsActions: true,
    refusesPagesBeyondEnd: true,
    remembersOldDates: true,
  },
  rendering: {
    rendersBlocks: false,
    marksPrivateTitles: true,
    bareSingleQuotes: true,
    audioExtensions: ['mp3', 'ogg', 'flac', 'm4a', 'wav'],
    videoExtensions: ['mp4', 'm4v', 'webm', 'ogv', 'flv'],
    cleansHostedVideoUrls: true,
    newerAudioTypes: true,
  },
  args: { checksObjects: true, plainLimits: true, wholeSchema: false },
  text: { html: 'strict', slugSlashBecomesDash: true },
  settings: { judgesStoredValues: true, showsFrontPage: false },
  types: { tellsFeatures: true, hidden: ['popup', 'popup_theme', 'wpcf7_contact_form'] },
  users: {
    orderby: ['id', 'include', 'name', 'registered_date', 'slug', 'include_slugs', 'email', 'url'],
    listsAuthors: true,
    everybodySearchesNames: true,
    rolesNeedPromotion: true,
    newPreferences: { syntax_highlighting: 'true' },
  },
  taxonomies: { editCapability: 'assign_terms', missingLabels: [] },
  terms: {
    orderby: ['id', 'include', 'name', 'slug', 'include_slugs', 'term_group', 'description', 'count'],
    flatCreateCapability: 'assign_terms',
    conflictStatus: 409,
  },
  statuses: { tellsFloatingDates: false },
  avatars: { hash: 'md5', alwaysSecure: false, followsUsers: false },
  comments: {
    postEditorsModerate: false,
    trimsContent: false,
    embedsChildren: false,
    linksRestTypesOnly: false,
    hasNotes: false,
    ordinaryType: '',
  },
  oembed: { scalesThumbnails: false, rendersTitles: false, alwaysFindsOwnPosts: false },
} as const satisfies Profile;

/** WordPress 4.7. */
const B = {
  name: 'B',
  namespaces: ['oembed/1.0', 'wp/v2'],
  extensions: [],
  routeOrder: CORE_ROUTES,
  rest: {
    sparseFields: false,
    nestedFields: false,
    embedsByRelation: false,
    embeddedListLength: 10,
    hintsMethods: false,
    explainsErrors: false,
    describesSchemas: false,
    readsJsonDialects: false,
    jsonSchema: 'http://json-schema.org/schema#',
    forbiddenAsks: false,
    ignoresWrongCredentials: false,
    plainRoot: '/',
  },
  content: CLASSIC_CONTENT,
  entries: {
    orderby: ['date', 'relevance', 'id', 'include', 'title', 'slug'],
    statuses: [...STATUSES, 'any'],
    templates: [''],
    embedsFeaturedMedia: false,
    countsRevisions: false,
    tellsActions: false,
    refusesPagesBeyondEnd: false,
    remembersOldDates: false,
  },
  rendering: {
    rendersBlocks: false,
    marksPrivateTitles: true,
    bareSingleQuotes: false,
    audioExtensions: ['mp3', 'ogg', 'wma', 'm4a', 'wav'],
    videoExtensions: ['mp4', 'm4v', 'webm', 'ogv', 'wmv', 'flv'],
    cleansHostedVideoUrls: false,
    newerAudioTypes: false,
  },
  args: { checksObjects: false, plainLimits: false, wholeSchema: false },
  text: { html: 'strict', slugSlashBecomesDash: false },
  settings: { judgesStoredValues: false, showsFrontPage: false },
  types: { tellsFeatures: false, hidden: [] },
  users: {
    orderby: ['id', 'include', 'name', 'registered_date', 'slug', 'email', 'url'],
    listsAuthors: false,
    everybodySearchesNames: false,
    rolesNeedPromotion: false,
    newPreferences: {},
  },
  taxonomies: { editCapability: 'manage_terms', missingLabels: ['most_used', 'back_to_items'] },
  terms: {
    orderby: ['id', 'include', 'name', 'slug', 'term_group', 'description', 'count'],
    flatCreateCapability: 'edit_terms',
    conflictStatus: undefined,
  },
  statuses: { tellsFloatingDates: false },
  avatars: { hash: 'md5', alwaysSecure: false, followsUsers: false },
  comments: {
    postEditorsModerate: false,
    trimsContent: false,
    embedsChildren: false,
    linksRestTypesOnly: false,
    hasNotes: false,
    ordinaryType: '',
  },
  oembed: { scalesThumbnails: false, rendersTitles: false, alwaysFindsOwnPosts: false },
} as const satisfies Profile;

/** WordPress 7.1, as far as it is finished. */
const C = {
  ...A,
  name: 'C',
  namespaces: ['oembed/1.0', 'wp/v2'],
  extensions: ['oembed-proxy', 'application-passwords', 'search', 'menus', 'menu-items'],
  rest: {
    ...A.rest,
    ignoresWrongCredentials: true,
    nestedFields: true,
    embedsByRelation: true,
    embeddedListLength: 100,
    hintsMethods: true,
    explainsErrors: true,
    describesSchemas: true,
    readsJsonDialects: true,
  },
  args: { ...A.args, wholeSchema: true },
  content: CURRENT_CONTENT,
  rendering: { ...A.rendering, rendersBlocks: true, marksPrivateTitles: false },
  text: { ...A.text, html: 'current' },
  settings: { judgesStoredValues: true, showsFrontPage: true },
  terms: { ...A.terms, conflictStatus: 400 },
  statuses: { tellsFloatingDates: true },
  avatars: { hash: 'sha256', alwaysSecure: true, followsUsers: true },
  comments: {
    postEditorsModerate: true,
    trimsContent: true,
    embedsChildren: true,
    linksRestTypesOnly: true,
    hasNotes: true,
    ordinaryType: 'comment',
  },
  oembed: { scalesThumbnails: true, rendersTitles: true, alwaysFindsOwnPosts: true },
} as const satisfies Profile;

/** The one table of differences. Adding a variant is adding a row; see docs/adding-a-namespace.md for namespaces. */
export const PROFILES = { A, B, C } as const satisfies Record<string, Profile>;

export type VariantName = keyof typeof PROFILES;

/** What stands in where no variant was chosen. */
export const DEFAULT_PROFILE: Profile = PROFILES.A;
