import {
  type ContentDeclaration,
  defineField,
  type FieldEntry,
  type FieldTerm,
  type FieldUser,
} from '../../content-model/index.js';
import { type SourceTable } from '../../database/index.js';
import { type Head } from './rank-math-head.js';
import { type RankMathHeadsService } from './rank-math-heads.service.js';

const PLACE = 'Rank Math';

/** What heads follow from, besides options. */
export const HEAD_TABLES: readonly SourceTable[] = [
  'posts',
  'postmeta',
  'terms',
  'term_taxonomy',
  'term_relationships',
  'termmeta',
  'users',
  'usermeta',
];

/** Set when the application starts, which the declarations precede. */
export interface HeadRuntime {
  heads?: RankMathHeadsService;
}

/** The member `seo` of entries, terms and users, in the shape of `yoast_head_json`. */
export function headFields(runtime: HeadRuntime): ContentDeclaration[] {
  const field = (
    on: Parameters<typeof defineField>[0]['on'],
    load: (items: readonly unknown[], heads: RankMathHeadsService) => Promise<readonly (Head | undefined)[]>,
  ) =>
    defineField(
      {
        on,
        name: 'seo',
        schema: {
          type: 'object',
          description: 'What the page says to search engines and social networks.',
          additionalProperties: true,
        },
        optional: true,
        reads: HEAD_TABLES,
        load: (async (items: readonly unknown[]) => {
          const heads = runtime.heads ? await load(items, runtime.heads) : items.map(() => undefined);
          return heads.map((head) => head?.json);
        }) as never,
      },
      PLACE,
    );
  return [
    field('public', (items, heads) => heads.ofEntries(items as readonly FieldEntry[])),
    field({ terms: 'public' }, (items, heads) => heads.ofTerms(items as readonly FieldTerm[])),
    field('users', (items, heads) => heads.ofUsers(items as readonly FieldUser[])),
  ];
}
