import { type HeadPlugin } from '../../modules/entries/index.js';

/** What is added to items where Rank Math is active: the member `seo`, in the shape of `yoast_head_json`. */
export const RANK_MATH_HEADS: HeadPlugin = {
  name: 'Rank Math',
  items: ['ofEntries', 'ofTerms', 'ofUsers'],
  members: [{ name: 'seo', description: 'What the page says to search engines and social networks.', part: 'json' }],
  tables: ['posts', 'postmeta', 'terms', 'term_taxonomy', 'term_relationships', 'termmeta', 'users', 'usermeta'],
};
