import {
  type ContentDeclaration,
  defineField,
  defineMeta,
  type FieldEntry,
  type FieldTerm,
  type FieldType,
  type FieldUser,
  Provisional,
} from '../../content-model/index.js';
import { type SourceTable } from '../../database/index.js';
import { type Head, type HeadsService } from './heads.service.js';

export const PLACE = 'Yoast SEO';

/** What heads follow from, besides options. */
export const HEAD_TABLES: readonly SourceTable[] = [
  'posts',
  'postmeta',
  'terms',
  'term_taxonomy',
  'term_relationships',
  'users',
  'usermeta',
];

/** Keys of posts that the REST API has. */
const META_KEYS = ['_yoast_wpseo_focuskw', '_yoast_wpseo_title', '_yoast_wpseo_metadesc'];

type HeadLoader<T> = (items: readonly T[]) => Promise<readonly (Head | null | undefined)[]>;

/**
 * Declares the members that Yoast SEO adds to items. Declarations precede the application, so what makes the heads is set when
 * it starts.
 */
export class HeadFields {
  heads?: HeadsService;
  /** Both members of a page follow from the same heads. */
  private readonly loaded = new WeakMap<object, Promise<readonly (Head | null | undefined)[]>>();

  declarations(): ContentDeclaration[] {
    return [
      ...this.both('public', (items: readonly FieldEntry[]) => this.heads!.ofEntries(items)),
      ...this.both({ terms: 'public' }, (items: readonly FieldTerm[]) => this.heads!.ofTerms(items)),
      ...this.both('users', (items: readonly FieldUser[]) => this.heads!.ofUsers(items)),
      ...this.both('types', (items: readonly FieldType[]) => this.heads!.ofTypes(items)),
      ...META_KEYS.map((key) =>
        defineMeta(
          {
            object: 'post',
            subtype: 'post',
            key,
            type: 'string',
            description: '',
            read: 'edit_posts',
            write: 'edit_posts',
          },
          PLACE,
        ),
      ),
    ];
  }

  private both<T extends object>(
    on: Parameters<typeof defineField>[0]['on'],
    load: HeadLoader<T>,
  ): ContentDeclaration[] {
    const head = async (items: readonly T[], read: (found: Head) => unknown) => {
      let loaded = this.loaded.get(items);
      if (!loaded) this.loaded.set(items, (loaded = load(items)));
      return (await loaded).map((found) => {
        if (!found) return found;
        return found.isUncertain ? new Provisional(read(found)) : read(found);
      });
    };
    const field = (name: string, schema: object, read: (found: Head) => unknown) =>
      defineField(
        {
          on,
          name,
          schema: schema as { type: 'object' },
          optional: true,
          reads: HEAD_TABLES,
          load: (items: readonly unknown[]) =>
            (this.heads ? head(items as readonly T[], read) : items.map(() => undefined)) as never,
        },
        PLACE,
      );
    return [
      field(
        'yoast_head',
        { type: 'string', description: 'Tags for the head of the page, as HTML.' },
        ({ html }) => html,
      ),
      field(
        'yoast_head_json',
        { type: 'object', description: 'Tags for the head of the page.', additionalProperties: true },
        ({ json }) => json,
      ),
    ];
  }
}
