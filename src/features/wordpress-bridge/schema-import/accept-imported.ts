import {
  acceptDeclarations,
  type ContentDeclaration,
  type CoreContent,
  type DeclaredField,
  defineContentType,
  defineMeta,
  definePostStatus,
  defineTaxonomy,
  kindOf,
} from '../../../content-model/index.js';
import { type ImportedContent } from './imported-content.js';

export const PLACE = 'imported from WordPress';
const NOTHING = { types: [], taxonomies: [], meta: [] };

/**
 * Imported declarations that fit those of the owner, and why others do not: what the owner declares has precedence, and so have
 * the types that plugins store in the database, which WordPress lists too.
 */
export function acceptImported(
  declared: readonly ContentDeclaration[],
  stored: readonly ContentDeclaration[],
  core: CoreContent,
  {
    types,
    taxonomies,
    meta,
    statuses = [],
  }: Pick<ImportedContent, 'types' | 'taxonomies' | 'meta' | 'statuses'> = NOTHING,
  fields: readonly DeclaredField[] = [],
): { accepted: readonly ContentDeclaration[]; conflicts: readonly string[] } {
  const storedNames = {
    types: namesOf(stored, 'content type'),
    taxonomies: namesOf(stored, 'taxonomy'),
  };
  return acceptDeclarations([...declared, ...stored], core, [
    ...types.filter(({ name }) => !storedNames.types.has(name)).map((type) => defineContentType(type, PLACE)),
    ...taxonomies
      .filter(({ name }) => !storedNames.taxonomies.has(name))
      .map((taxonomy) => defineTaxonomy(taxonomy, PLACE)),
    ...statuses.map((status) => definePostStatus(status, PLACE)),
    ...meta.map((field) => defineMeta(field, PLACE)),
    ...fields,
  ]);
}

function namesOf(declarations: readonly ContentDeclaration[], kind: 'content type' | 'taxonomy'): ReadonlySet<string> {
  return new Set(
    declarations.flatMap((declaration) =>
      kindOf(declaration) === kind ? [(declaration.value as { readonly name: string }).name] : [],
    ),
  );
}
