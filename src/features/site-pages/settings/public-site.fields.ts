import { ResourceFields } from '../../../rest/fields/index.js';
import { COLOURS, FONTS } from '../site-style.js';

/** Settings of the public site, some of which `wp/v2/settings` has too. */
export interface PublicSite {
  colour: string;
  font: string;
  front_page: number;
  posts_page: number;
  permalinks: string;
  logo: number;
  icon: number;
}

const id = (description: string) => ({ description, type: 'integer' as const, minimum: 0 });

export const PUBLIC_SITE = new ResourceFields<PublicSite>('public-site', {
  colour: { description: 'Accent colour of the pages.', type: 'string', enum: COLOURS },
  font: { description: 'Typefaces of the pages.', type: 'string', enum: FONTS },
  front_page: id('ID of the page at the home address; 0: the newest posts.'),
  posts_page: id('ID of the page that shows the newest posts, if another one is the front page.'),
  permalinks: { description: 'Structure of the addresses of posts; empty: by ID.', type: 'string' },
  logo: id('ID of the image in the header; 0: none.'),
  icon: id('ID of the image in browser tabs; 0: none.'),
});
