import {
  type ContentDeclaration,
  type ContentModel,
  defineField,
  defineMeta,
  type FieldComment,
  type FieldEntry,
  type FieldOwner,
  type FieldRequest,
  type FieldTerm,
  type FieldUser,
} from '../../content-model/index.js';
import { type SourceTable } from '../../database/index.js';
import { type AcfFieldsService } from './acf-fields.service.js';
import { acfSchema } from './acf-schema.js';
import { type FieldSets } from './field-sets.js';
import { type Subject } from './definitions/location.js';
import { FORM_MEMBER } from './forms/form-fields.js';
import { inLightFormat } from './values/light-format.js';
import { type AcfWritingService } from './writing/acf-writing.service.js';

export const PLACE = 'Advanced Custom Fields';

/** What values follow from, besides options. */
const TABLES: readonly SourceTable[] = [
  'posts',
  'postmeta',
  'terms',
  'termmeta',
  'term_taxonomy',
  'term_relationships',
  'users',
  'usermeta',
  'comments',
  'commentmeta',
];

/** The plugin registers its member under the name of the taxonomy, and WordPress calls tags differently. */
const WITHOUT_FIELDS = new Set(['post_tag']);

/**
 * Declares the member that the plugin adds to items. Declarations precede the application, so what reads and writes values is
 * set when it starts.
 */
export class AcfDeclarations {
  reading?: AcfFieldsService;
  writing?: AcfWritingService;

  constructor(readonly sets: FieldSets) {}

  /** Whether the editor has changed a field; the plugin keeps it in a meta value that every type has. */
  meta(): ContentDeclaration[] {
    return [
      defineMeta({ object: 'post', key: '_acf_changed', type: 'boolean', description: '', write: 'edit_posts' }, PLACE),
    ];
  }

  fields({ restTypes, restTaxonomies }: ContentModel): ContentDeclaration[] {
    return [
      ...restTypes
        .filter(({ hasOwnRoutes, name }) => !hasOwnRoutes || name === 'attachment')
        .flatMap(({ name }) =>
          this.members([name], 'post', name, (items, request, sets) =>
            this.reading!.ofEntries(items as FieldEntry[], request, name, sets),
          ),
        ),
      ...restTaxonomies
        .filter(({ hasOwnRoutes, name }) => !hasOwnRoutes && !WITHOUT_FIELDS.has(name))
        .flatMap(({ name }) =>
          this.members({ terms: [name] }, 'term', name, (items, request, sets) =>
            this.reading!.ofTerms(items as FieldTerm[], request, sets),
          ),
        ),
      ...this.members('users', 'user', undefined, (items, request, sets) =>
        this.reading!.ofUsers(items as FieldUser[], request, sets),
      ),
      ...this.members('comments', 'comment', undefined, (items, request, sets) =>
        this.reading!.ofComments(items as FieldComment[], request, sets),
      ),
    ];
  }

  /** What the plugin shows, and what forms edit: all groups of one item, for those who may edit it. */
  private members(
    on: FieldOwner,
    kind: Exclude<Subject['kind'], 'options'>,
    subtype: string | undefined,
    load: (items: readonly unknown[], request: FieldRequest, sets: FieldSets) => Promise<readonly unknown[]>,
  ): ContentDeclaration[] {
    const { fields } = this.sets.of(kind, subtype).declared;
    return [
      defineField(
        {
          on,
          name: 'acf',
          schema: acfSchema(fields) as { type: 'object' },
          context: 'unstated',
          onRevisions: kind === 'post',
          optional: true,
          // Groups that PHP defines are known to a WordPress that runs.
          isIncomplete: true,
          ignoresContent: true,
          reads: TABLES,
          traced: { parameters: ['acf_format'] },
          load: async (items: readonly unknown[], _database, request) =>
            (this.reading ? await load(items, request, this.sets) : items.map(() => undefined)) as never,
          update: (id, value, tx, request) => this.writing!.write(tx, { kind, subtype, id }, value, request),
          links: (value) => this.reading?.linksOf(value) ?? [],
        },
        PLACE,
      ),
      defineField(
        {
          on,
          name: FORM_MEMBER,
          schema: { type: 'object', additionalProperties: true },
          context: ['edit'],
          optional: true,
          isHidden: true,
          ignoresContent: true,
          reads: TABLES,
          load: async (items: readonly unknown[], _database, request) => {
            const isItem = items.length === 1 && (items[0] as { readonly id: number }).id === request.itemId;
            if (!this.reading || !isItem) return items.map(() => undefined);
            return (await load(items, inLightFormat(request), this.sets.all)) as never;
          },
          update: (id, value, tx, request) => this.writing!.writeForm(tx, { kind, subtype, id }, value, request),
        },
        PLACE,
      ),
    ];
  }
}
