import { readFileSync } from 'node:fs';
import {
  type ContentDeclaration,
  type ContentTypeDeclaration,
  DeclarationError,
  defineContentType,
  defineMeta,
  defineTaxonomy,
  type MetaDeclaration,
  type TaxonomyDeclaration,
} from './declarations.js';
import { problemsOfFile } from './declaration-schema.js';

interface ContentTypesFile {
  types?: ContentTypeDeclaration[];
  taxonomies?: TaxonomyDeclaration[];
  meta?: MetaDeclaration[];
}

/** Reads declarations from a JSON file and validates them against the schema published with the package. */
export function readContentTypes(file: string): ContentDeclaration[] {
  const content = parse(file);
  const issues = problemsOfFile(content);
  if (issues.length > 0) throw new DeclarationError(issues.map((issue) => `${file}: ${issue}`).join('\n'));
  const { types = [], taxonomies = [], meta = [] } = content as ContentTypesFile;
  return [
    ...types.map((type, index) => defineContentType(type, `${file} types[${index}]`)),
    ...taxonomies.map((taxonomy, index) => defineTaxonomy(taxonomy, `${file} taxonomies[${index}]`)),
    ...meta.map((field, index) => defineMeta(field, `${file} meta[${index}]`)),
  ];
}

function parse(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code = 'unknown cause' } = error as NodeJS.ErrnoException;
    throw new DeclarationError(`CONTENT_TYPES names the file ${file}, which cannot be read (${code}).`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DeclarationError(`${file} is not valid JSON: ${(error as Error).message}.`);
  }
}
