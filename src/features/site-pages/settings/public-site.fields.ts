import { ResourceFields } from '../../../rest/fields/index.js';
import { CARDS, COLOURS, FONTS, HEADERS, LAYOUTS } from '../site-style.js';

/** Settings of the public site, some of which `wp/v2/settings` has too. */
export interface PublicSite {
  colour: string;
  accent: string;
  background: string;
  text: string;
  font: string;
  heading_font: string;
  text_font: string;
  layout: string;
  cards: string;
  header: string;
  header_image: number;
  footer_text: string;
  footer_image: number;
  footer_menu: number;
  social: string;
  front_page: number;
  posts_page: number;
  permalinks: string;
  logo: number;
  icon: number;
}

const id = (description: string) => ({ description, type: 'integer' as const, minimum: 0 });
const choice = (description: string, choices: readonly string[]) => ({
  description,
  type: 'string' as const,
  enum: choices,
});
const text = (description: string, maxLength: number) => ({
  description,
  type: 'string' as const,
  arg: { maxLength },
});
const hex = (description: string) => ({
  description: `${description} as #rrggbb; empty: that of the theme.`,
  type: 'string' as const,
  pattern: '^(#[0-9a-fA-F]{6})?$',
});
const family = (description: string) =>
  text(`Slug of the font family in the font library for ${description}; empty: that of \`font\`.`, 200);

export const PUBLIC_SITE = new ResourceFields<PublicSite>('public-site', {
  colour: choice('Accent colour of the pages.', COLOURS),
  accent: hex('Own accent colour'),
  background: hex('Own background colour'),
  text: hex('Own colour of texts'),
  font: choice('Typefaces of the pages.', FONTS),
  heading_font: family('headings'),
  text_font: family('texts'),
  layout: choice('Lists of posts: the first one large, all alike, or one below the other.', LAYOUTS),
  cards: choice('Posts in lists: open, in frames, or without pictures.', CARDS),
  header: choice('Where the header has name and menu.', HEADERS),
  header_image: id('ID of the picture at the top of the front page; 0: none.'),
  footer_text: text('Text in the footer; each line is a paragraph.', 2000),
  footer_image: id('ID of the picture in the footer; 0: none.'),
  footer_menu: id('ID of the menu in the footer; 0: none.'),
  social: text('Addresses of profiles on social networks, one per line.', 4000),
  front_page: id('ID of the page at the home address; 0: the newest posts.'),
  posts_page: id('ID of the page that shows the newest posts, if another one is the front page.'),
  permalinks: { description: 'Structure of the addresses of posts; empty: by ID.', type: 'string' },
  logo: id('ID of the image in the header; 0: none.'),
  icon: id('ID of the image in browser tabs; 0: none.'),
});
