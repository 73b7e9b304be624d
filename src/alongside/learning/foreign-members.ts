import { type ContentTypeDeclaration, type TaxonomyDeclaration } from '../../site/model/declarations.js';
import { recordOf, textOf } from './json-values.js';
import { type WordPressSchemas } from './wordpress-schemas.js';

const names = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Members that WordPress itself gives to entries and terms, besides those named after taxonomies. */
export const OWN_MEMBERS = names(
  'id date date_gmt guid link modified modified_gmt slug status type password permalink_template generated_slug class_list ' +
    'parent title content author excerpt featured_media comment_status ping_status menu_order format meta sticky template ' +
    'count description name taxonomy',
);

const CORE_ROUTES = ['posts', 'pages', 'media', 'categories', 'tags', 'users', 'comments'].map(
  (base) => `/wp/v2/${base}`,
);

/** Further ones of single routes. */
const FURTHER_MEMBERS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    '/wp/v2/media',
    names(
      'alt_text caption media_type mime_type media_details post source_url missing_image_sizes filename filesize ' +
        'exif_orientation image_output_format image_save_progressive image_quality',
    ),
  ],
  [
    '/wp/v2/users',
    names(
      'username first_name last_name email url locale nickname registered_date roles capabilities extra_capabilities avatar_urls',
    ),
  ],
  ['/wp/v2/comments', names('author_email author_ip author_name author_url author_user_agent post author_avatar_urls')],
]);

/** A sentence for each route whose items have members that plugins add in PHP (`register_rest_field`). */
export function foreignMembers(
  { taxonomies, items }: Pick<WordPressSchemas, 'taxonomies' | 'items'>,
  learned: readonly (ContentTypeDeclaration | TaxonomyDeclaration)[],
): string[] {
  const bases = new Set(Object.values(taxonomies).map((one) => textOf(recordOf(one).rest_base)));
  const routes = learned.map((one) => `/${one.restNamespace}/${String(one.restBase)}`);
  return [...CORE_ROUTES, ...routes].flatMap((route) => {
    const further = FURTHER_MEMBERS.get(route);
    const foreign = Object.keys(items.get(route) ?? {}).filter(
      (member) => !OWN_MEMBERS.has(member) && !further?.has(member) && !bases.has(member),
    );
    return foreign.length === 0 ? [] : [`${route}: members that plugins add are missing: ${foreign.join(', ')}.`];
  });
}
