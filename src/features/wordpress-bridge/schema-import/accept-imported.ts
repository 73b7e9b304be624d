import { ContentModel, type CoreContent } from '../../../content-model/content-model.js';
import {
  type ContentDeclaration,
  type DeclaredField,
  DeclarationError,
  defineContentType,
  defineMeta,
  defineTaxonomy,
} from '../../../content-model/declarations.js';
import { type ImportedContent } from './imported-content.js';

export const PLACE = 'learned from WordPress';
const NOTHING = { types: [], taxonomies: [], meta: [] };

/** Learned declarations that fit those of the owner, and why others do not: what the owner declares has precedence. */
export function acceptImported(
  declared: readonly ContentDeclaration[],
  core: CoreContent,
  { types, taxonomies, meta }: Pick<ImportedContent, 'types' | 'taxonomies' | 'meta'> = NOTHING,
  fields: readonly DeclaredField[] = [],
): { accepted: readonly ContentDeclaration[]; conflicts: readonly string[] } {
  const learned = [
    ...types.map((one) => defineContentType(one, PLACE)),
    ...taxonomies.map((one) => defineTaxonomy(one, PLACE)),
    ...meta.map((one) => defineMeta(one, PLACE)),
    ...fields,
  ];
  if (conflict(declared, core, learned) === undefined) return { accepted: learned, conflicts: [] };
  // Rare, so one after the other: each is checked against everything that was accepted before.
  const accepted: ContentDeclaration[] = [];
  const conflicts: string[] = [];
  for (const declaration of learned) {
    const message = conflict(declared, core, [...accepted, declaration]);
    if (message === undefined) accepted.push(declaration);
    else conflicts.push(message);
  }
  return { accepted, conflicts };
}

function conflict(
  declared: readonly ContentDeclaration[],
  core: CoreContent,
  learned: readonly ContentDeclaration[],
): string | undefined {
  try {
    new ContentModel(declared, core, learned);
    return undefined;
  } catch (error) {
    if (error instanceof DeclarationError) return error.message;
    throw error;
  }
}
