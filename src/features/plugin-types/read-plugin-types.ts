import {
  acceptDeclarations,
  type ContentDeclaration,
  type ContentTypeDeclaration,
  type CoreContent,
  defineContentType,
  defineTaxonomy,
  kindOf,
  type TaxonomyDeclaration,
} from '../../content-model/index.js';
import { type StoredContent } from './stored-content.js';

/** The types and taxonomies of a site's plugins. */
export interface PluginTypes {
  readonly declarations: readonly ContentDeclaration[];
  /** Sentences about what is not served. */
  readonly problems: readonly string[];
}

/** The declarations of what plugins store, as far as they fit WordPress's own types, those of the owner and one another. */
export function pluginTypes(
  stored: readonly StoredContent[],
  owner: readonly ContentDeclaration[],
  core: CoreContent,
): PluginTypes {
  const declared = { types: namesOf(owner, 'content type'), taxonomies: namesOf(owner, 'taxonomy') };
  const servedTypes = new Set([
    ...core.types.map(({ name }) => name),
    ...declared.types,
    ...stored.flatMap(({ types }) => types.map(({ name }) => name)),
  ]);
  const ofCore = new Set([...core.taxonomies.map(({ name }) => name), ...declared.taxonomies]);
  const types = stored.flatMap(({ origin, types: all }) => all.map((type) => ({ origin, type })));
  const naming = (taxonomy: string) =>
    types.flatMap(({ type }) => (type.taxonomies?.includes(taxonomy) ? [type.name] : []));
  // A taxonomy may be refused, so those of plugins name their types and not the other way round.
  const candidates = [
    ...types
      .filter(({ type }) => !declared.types.has(type.name))
      .map(({ origin, type }) => defineContentType(withTaxonomies(type, ofCore), origin)),
    ...stored.flatMap(({ origin, taxonomies }) =>
      taxonomies
        .filter(({ name }) => !declared.taxonomies.has(name))
        .map((taxonomy) => defineTaxonomy(withTypes(taxonomy, naming(taxonomy.name), servedTypes), origin)),
    ),
  ];
  const { accepted, conflicts } = acceptDeclarations(owner, core, candidates);
  const refused = stored.flatMap(({ origin, refused: all }) =>
    all.map(({ kind, name, reason }) => `${REFUSED[kind]} "${name}" of ${origin}: ${reason}`),
  );
  return { declarations: accepted, problems: [...refused, ...conflicts] };
}

const REFUSED = { type: 'Type', taxonomy: 'Taxonomy', fields: 'Fields of' } as const;

function withTaxonomies(type: ContentTypeDeclaration, served: ReadonlySet<string>): ContentTypeDeclaration {
  return { ...type, taxonomies: (type.taxonomies ?? []).filter((name) => served.has(name)) };
}

function withTypes(
  taxonomy: TaxonomyDeclaration,
  naming: readonly string[],
  served: ReadonlySet<string>,
): TaxonomyDeclaration {
  return { ...taxonomy, types: [...new Set([...taxonomy.types, ...naming])].filter((name) => served.has(name)) };
}

function namesOf(declarations: readonly ContentDeclaration[], kind: 'content type' | 'taxonomy'): ReadonlySet<string> {
  return new Set(
    declarations.flatMap((declaration) =>
      kindOf(declaration) === kind ? [(declaration.value as { readonly name: string }).name] : [],
    ),
  );
}
