import { type DeclaredField, defineField, type FieldRequest } from '../../../content-model/index.js';
import { type ImportedField } from '../schema-import/imported-fields.js';

/** Loads the values of a field for a page of items, undefined where there is none. */
export interface FieldLoader {
  load(
    field: ImportedField,
    items: readonly { readonly id: number }[],
    request: Pick<FieldRequest, 'itemId'>,
  ): Promise<readonly unknown[]>;
  /** Why a write that sends this value is refused. */
  refuse(field: ImportedField, value: unknown, id: number | undefined): Promise<string | undefined>;
}

/**
 * Declares the fields that plugins of the WordPress alongside add to items. Declarations precede the application, so the
 * loader of their values is set when it starts.
 */
export class ImportedFieldSource {
  loader?: FieldLoader;

  constructor(readonly fields: readonly ImportedField[]) {}

  declarations(place: string): DeclaredField[] {
    return this.fields.map((field) => {
      const { on, name, schema, context } = field;
      return defineField(
        {
          on,
          name,
          schema,
          ...(context && { context }),
          optional: true,
          isFallback: true,
          mayBeLate: true,
          reads: ['nestpress_wordpress_fields'],
          load: (items: readonly { readonly id: number }[], _database: unknown, request: FieldRequest) =>
            this.loader?.load(field, items, request) ?? items.map(() => undefined),
          ...(!schema.readonly && {
            refuse: (value: unknown, id: number | undefined) => this.loader?.refuse(field, value, id),
          }),
        },
        place,
      );
    });
  }
}
