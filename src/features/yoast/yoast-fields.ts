import { type ContentDeclaration, defineMeta } from '../../content-model/index.js';
import { type HeadPlugin } from '../../modules/entries/index.js';

/** What Yoast SEO adds to items. */
export const YOAST_HEADS: HeadPlugin = {
  name: 'Yoast SEO',
  items: ['ofEntries', 'ofTerms', 'ofUsers', 'ofTypes'],
  members: [
    { name: 'yoast_head', description: 'Tags for the head of the page, as HTML.', part: 'html' },
    { name: 'yoast_head_json', description: 'Tags for the head of the page.', part: 'json' },
  ],
  tables: ['posts', 'postmeta', 'terms', 'term_taxonomy', 'term_relationships', 'users', 'usermeta'],
  isTraced: true,
};

/** Keys of posts that the REST API has. */
const META_KEYS = ['_yoast_wpseo_focuskw', '_yoast_wpseo_title', '_yoast_wpseo_metadesc'];

export const YOAST_META: readonly ContentDeclaration[] = META_KEYS.map((key) =>
  defineMeta(
    { object: 'post', subtype: 'post', key, type: 'string', description: '', read: 'edit_posts', write: 'edit_posts' },
    YOAST_HEADS.name,
  ),
);
