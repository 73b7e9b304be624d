/** A kind of widget. */
export interface WidgetType {
  readonly id: string;
  readonly name: string;
  readonly classname: string;
  readonly description: string;
}

/** The kinds of widgets that WordPress itself has, by id. */
export const WIDGET_TYPES: ReadonlyMap<string, WidgetType> = new Map(
  [
    ['archives', 'Archives', 'widget_archive', 'Months that have posts, newest first.'],
    ['block', 'Block', 'widget_block', 'Any block of the editor.'],
    ['calendar', 'Calendar', 'widget_calendar', 'A month with links to the days that have posts.'],
    ['categories', 'Categories', 'widget_categories', 'The categories of posts, as a list or a menu to select from.'],
    ['custom_html', 'Custom HTML', 'widget_custom_html', 'HTML of your own.'],
    ['media_audio', 'Audio', 'widget_media_audio', 'A player for a sound file.'],
    ['media_gallery', 'Gallery', 'widget_media_gallery', 'Several images together.'],
    ['media_image', 'Image', 'widget_media_image', 'A single image.'],
    ['media_video', 'Video', 'widget_media_video', 'A player for a film of the library or of another site.'],
    ['meta', 'Meta', 'widget_meta', 'Links to sign in, to the feeds and to WordPress.org.'],
    ['nav_menu', 'Navigation Menu', 'widget_nav_menu', 'One of the classic menus.'],
    ['pages', 'Pages', 'widget_pages', 'The pages of the site.'],
    ['recent-comments', 'Recent Comments', 'widget_recent_comments', 'The comments that were approved last.'],
    ['recent-posts', 'Recent Posts', 'widget_recent_entries', 'The posts that were published last.'],
    ['rss', 'RSS', 'widget_rss', 'Items of a feed of another site.'],
    ['search', 'Search', 'widget_search', 'A field to search the site.'],
    ['tag_cloud', 'Tag Cloud', 'widget_tag_cloud', 'Tags, the more often used the larger.'],
    ['text', 'Text', 'widget_text', 'Formatted text.'],
  ].map(([id = '', name = '', classname = '', description = '']) => [id, { id, name, classname, description }]),
);
