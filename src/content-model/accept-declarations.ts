import { ContentModel, type CoreContent } from './content-model.js';
import { type ContentDeclaration, DeclarationError } from './declarations.js';

/** Declarations that fit those before them, and why others do not: what is declared first has precedence. */
export function acceptDeclarations(
  declared: readonly ContentDeclaration[],
  core: CoreContent,
  candidates: readonly ContentDeclaration[],
): { accepted: readonly ContentDeclaration[]; conflicts: readonly string[] } {
  if (conflict(declared, core, candidates) === undefined) return { accepted: candidates, conflicts: [] };
  // Rare, so one after the other: each is checked against everything that was accepted before.
  const accepted: ContentDeclaration[] = [];
  const conflicts: string[] = [];
  for (const declaration of candidates) {
    const message = conflict(declared, core, [...accepted, declaration]);
    if (message === undefined) accepted.push(declaration);
    else conflicts.push(message);
  }
  return { accepted, conflicts };
}

function conflict(
  declared: readonly ContentDeclaration[],
  core: CoreContent,
  candidates: readonly ContentDeclaration[],
): string | undefined {
  try {
    new ContentModel(declared, core, candidates);
    return undefined;
  } catch (error) {
    if (error instanceof DeclarationError) return error.message;
    throw error;
  }
}
