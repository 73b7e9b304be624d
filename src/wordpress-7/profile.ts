import { type Profile } from '../variant/profile.js';
import { A } from '../variant/profiles.js';
import { BLOCKS } from './blocks/styled-blocks.js';
import { CURRENT_CONTENT } from './current-content.js';

/** WordPress 7.1; docs/variant-c.md describes its routes. */
export const C: Profile = {
  ...A,
  name: 'C',
  namespaces: ['oembed/1.0', 'wp/v2', 'wp-block-editor/v1', 'wp-abilities/v1'],
  unlistedNamespaces: [],
  extensions: [
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
  content: CURRENT_CONTENT,
  rest: {
    ...A.rest,
    fieldSelection: 'nested',
    embeddedListLength: 100,
    hintsMethods: true,
    describesSite: true,
    lenientRequests: true,
    authentication: 'current',
  },
  args: { ...A.args, fullJsonSchema: true },
  text: { ...A.text, rules: 'current' },
  rendering: { ...A.rendering, fileTypes: 'webp', blocks: BLOCKS, marksPrivateTitles: false },
  entries: {
    ...A.entries,
    supportsTaxQuery: true,
    pagesRevisions: true,
    showsEditorFields: true,
    acceptsEditorWrites: true,
    checksLinkTargets: true,
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
  },
  comments: { hasNotes: true, storesTypes: true, marksUserContent: true },
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
