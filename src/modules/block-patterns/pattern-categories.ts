export interface PatternCategory {
  readonly name: string;
  readonly label: string;
  readonly description: string;
}

const category = ([name, label, description]: readonly [string, string, string]): PatternCategory => ({
  name,
  label,
  description,
});

/** Categories of patterns that every site has, in their order. */
export const CORE_CATEGORIES: readonly PatternCategory[] = (
  [
    ['banner', 'Banners', 'Large images and headings for the top of a page.'],
    ['buttons', 'Buttons', 'Groups of buttons.'],
    ['columns', 'Columns', 'Content in several columns.'],
    ['text', 'Text', 'Mostly text.'],
    ['query', 'Posts', 'Lists of posts.'],
    ['featured', 'Featured', 'A selection of good starting points.'],
    ['call-to-action', 'Call to action', 'Sections that ask visitors to do something.'],
    ['team', 'Team', 'Pages and sections about the people behind the site.'],
    ['testimonials', 'Testimonials', 'Quotations of customers and readers.'],
    ['services', 'Services', 'Sections that describe offers.'],
    ['contact', 'Contact', 'Ways to get in touch.'],
    ['about', 'About', 'Introductions of a person or organization.'],
    ['portfolio', 'Portfolio', 'Presentations of finished work.'],
    ['gallery', 'Gallery', 'Arrangements of images.'],
    ['media', 'Media', 'Images, sound and films together.'],
    ['videos', 'Videos', 'Films.'],
    ['audio', 'Audio', 'Sound recordings.'],
    ['posts', 'Posts', 'Entries of the blog in different arrangements.'],
    ['footer', 'Footers', 'Ends of pages.'],
    ['header', 'Headers', 'Tops of pages with title and navigation.'],
    ['navigation', 'Navigation', 'Menus and other ways around the site.'],
  ] as const
).map(category);

/** Categories that the default themes add, by their folders. */
export const THEME_CATEGORIES: ReadonlyMap<string, readonly PatternCategory[]> = new Map([
  ['twentytwentythree', []],
  ['twentytwentyfour', [category(['twentytwentyfour_page', 'Pages', 'Whole pages.'])]],
  [
    'twentytwentyfive',
    [
      category(['twentytwentyfive_page', 'Pages', 'Whole pages.']),
      category(['twentytwentyfive_post-format', 'Post formats', 'Posts of the different formats.']),
    ],
  ],
]);
