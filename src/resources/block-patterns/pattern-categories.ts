export interface PatternCategory {
  readonly name: string;
  readonly label: string;
}

const category = ([name, label]: readonly [string, string]): PatternCategory => ({ name, label });

/** Categories of patterns that every site has, in their order. */
export const CORE_CATEGORIES: readonly PatternCategory[] = (
  [
    ['banner', 'Banners'],
    ['buttons', 'Buttons'],
    ['columns', 'Columns'],
    ['text', 'Text'],
    ['query', 'Posts'],
    ['featured', 'Featured'],
    ['call-to-action', 'Call to action'],
    ['team', 'Team'],
    ['testimonials', 'Testimonials'],
    ['services', 'Services'],
    ['contact', 'Contact'],
    ['about', 'About'],
    ['portfolio', 'Portfolio'],
    ['gallery', 'Gallery'],
    ['media', 'Media'],
    ['videos', 'Videos'],
    ['audio', 'Audio'],
    ['posts', 'Posts'],
    ['footer', 'Footers'],
    ['header', 'Headers'],
    ['navigation', 'Navigation'],
  ] as const
).map(category);

/** Categories that the default themes add, by their folders. */
export const THEME_CATEGORIES: ReadonlyMap<string, readonly PatternCategory[]> = new Map([
  ['twentytwentythree', []],
  ['twentytwentyfour', [category(['twentytwentyfour_page', 'Pages'])]],
  [
    'twentytwentyfive',
    [category(['twentytwentyfive_page', 'Pages']), category(['twentytwentyfive_post-format', 'Post formats'])],
  ],
]);
