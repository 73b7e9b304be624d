import { COMMENTS } from '../modules/comments/comments.variants.js';
import { ENTRIES_A, ENTRIES_B } from '../modules/entries/entries.variants.js';
import { MEDIA } from '../modules/media/media.variants.js';
import { OEMBED } from '../modules/oembed/oembed.variants.js';
import { SETTINGS_A, SETTINGS_B } from '../modules/settings/settings.variants.js';
import { TERMS_A, TERMS_B } from '../modules/terms/terms.variants.js';
import { TYPES_A, TYPES_B } from '../modules/types/types.variants.js';
import { USERS_A, USERS_B } from '../modules/users/users.variants.js';
import { RENDERING_A, RENDERING_B } from '../rendering/rendering.variants.js';
import { ARGS_A, ARGS_B, REST_A, REST_B } from '../rest/rest.variants.js';
import { CLASSIC_CONTENT } from '../site/model/content-model.js';
import { TEXT_A, TEXT_B } from '../text/text.variants.js';
import { type Profile } from './profile.js';

/** WordPress 4.9 with three extensions. */
export const A: Profile = {
  name: 'A',
  namespaces: ['oembed/1.0', 'forms/v1', 'cache/v1', 'popups/v1', 'wp/v2'],
  unlistedNamespaces: ['nestpress/v1'],
  extensions: ['forms', 'cache', 'oembed-proxy', 'popups'],
  content: CLASSIC_CONTENT,
  rest: REST_A,
  args: ARGS_A,
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
  extensions: [],
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

/** The variants of the core; src/options.ts adds those of options. */
export const PROFILES = { A, B } as const satisfies Record<string, Profile>;

/** The default variant. */
export const DEFAULT_PROFILE: Profile = A;
