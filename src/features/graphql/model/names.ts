import { type ContentModel, type PostType, type Taxonomy } from '../../../content-model/index.js';

/** How a post type or taxonomy is named in the schema. */
export interface GraphNames {
  /** As it was chosen: `volume`. */
  readonly single: string;
  readonly plural: string;
  /** Name of the object type: `Volume`. */
  readonly type: string;
  /** Names of the fields of the root: `volume`, `volumes`. */
  readonly field: string;
  readonly fields: string;
}

export interface NamedType extends GraphNames {
  readonly definition: PostType;
}

export interface NamedTaxonomy extends GraphNames {
  readonly definition: Taxonomy;
}

/** Names of WordPress's own content. */
const CORE_NAMES: ReadonlyMap<string, readonly [single: string, plural: string]> = new Map([
  ['post', ['post', 'posts']],
  ['page', ['page', 'pages']],
  ['attachment', ['mediaItem', 'mediaItems']],
  ['category', ['category', 'categories']],
  ['post_tag', ['tag', 'tags']],
  ['post_format', ['postFormat', 'postFormats']],
]);

/** Types that WordPress uses inside, which only the block editor sees. */
const INTERNAL = /^(?:wp_|nav_menu|revision|custom_css|customize_changeset|oembed_cache|user_request|link_category)/;

export const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const uncapitalize = (word: string) => word.charAt(0).toLowerCase() + word.slice(1);

/** `Shelf notes` as `shelfNotes`. */
export function camelCase(text: string): string {
  const words =
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .match(/[A-Za-z0-9]+/g) ?? [];
  const name = words.map((word, at) => (at === 0 ? uncapitalize(word) : capitalize(word))).join('');
  return /^\d/.test(name) ? `_${name}` : name;
}

/** The value of an enum for a stored name: `shelf_note` as `SHELF_NOTE`. */
export function enumName(name: string): string {
  const safe = name.replace(/[^A-Za-z0-9_]/g, '_').toUpperCase();
  return /^\d/.test(safe) ? `_${safe}` : safe || '_';
}

const isOffered = ({ name, graphql }: PostType | Taxonomy) =>
  graphql !== false && (CORE_NAMES.has(name) || !INTERNAL.test(name));

/** Undefined if a name is none in GraphQL, or another type or field of the root has it. */
function graphNames(
  { name, labels, label, graphql }: PostType | Taxonomy,
  taken: ReadonlySet<string>,
): GraphNames | undefined {
  const [single, plural] = graphql
    ? [graphql.singleName, graphql.pluralName]
    : (CORE_NAMES.get(name) ?? [
        camelCase(labels.singular_name ?? name) || camelCase(name),
        camelCase(label) || camelCase(name),
      ]);
  const field = uncapitalize(single);
  const fields = uncapitalize(plural) === field ? `all${capitalize(field)}` : uncapitalize(plural);
  const type = capitalize(single);
  if (!/^[A-Za-z_]\w*$/.test(field) || !/^[A-Za-z_]\w*$/.test(fields)) return undefined;
  if ([type, field, fields].some((used) => taken.has(used))) return undefined;
  return { single, plural, type, field, fields };
}

/** A template of the theme, which is a type and a value of an enum. */
export interface GraphTemplate {
  readonly file: string;
  readonly name: string;
  readonly type: string;
  readonly value: string;
}

export function graphTemplate(file: string): GraphTemplate {
  const isBlockTemplate = !file.endsWith('.php');
  const words = file
    .replace(/\.php$/, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map(capitalize);
  const ending = isBlockTemplate ? 'BLOCK_TEMPLATE' : 'TEMPLATE';
  return {
    file,
    name: words.join(' '),
    type: `Template_${words.join('')}`,
    value: enumName(`${words.join('_')}_${ending}`),
  };
}

/** What enums of the schema have besides content, by their values. */
export interface SiteNames {
  readonly templates: readonly GraphTemplate[];
  readonly roles: ReadonlyMap<string, string>;
  readonly mimeTypes: ReadonlyMap<string, string>;
  readonly locations: ReadonlyMap<string, string>;
  readonly statuses: readonly string[];
  readonly sizes: readonly string[];
}

/** The content of a site that its schema has, in the order of the site. */
export class GraphContent implements SiteNames {
  readonly templates: readonly GraphTemplate[];
  readonly roles: ReadonlyMap<string, string>;
  readonly mimeTypes: ReadonlyMap<string, string>;
  readonly locations: ReadonlyMap<string, string>;
  readonly statuses: readonly string[];
  readonly sizes: readonly string[];
  readonly types: readonly NamedType[];
  readonly taxonomies: readonly NamedTaxonomy[];
  /** Types and taxonomies that the schema lacks because of their names. */
  readonly leftOut: readonly string[];
  private readonly typesByName: ReadonlyMap<string, NamedType>;
  private readonly taxonomiesByName: ReadonlyMap<string, NamedTaxonomy>;
  private readonly typesByEnum: ReadonlyMap<string, NamedType>;
  private readonly taxonomiesByEnum: ReadonlyMap<string, NamedTaxonomy>;

  /** `taken`: names of types that the schema has anyway. */
  constructor(
    readonly model: ContentModel,
    names: SiteNames,
    taken: ReadonlySet<string>,
  ) {
    const { templates, roles, mimeTypes, locations, statuses, sizes } = names;
    this.templates = templates;
    this.roles = roles;
    this.mimeTypes = mimeTypes;
    this.locations = locations;
    this.statuses = statuses;
    this.sizes = sizes;
    const used = new Set(taken);
    const leftOut: string[] = [];
    const named = <T extends PostType | Taxonomy>(definition: T): (GraphNames & { definition: T })[] => {
      const names = graphNames(definition, used);
      if (!names) {
        leftOut.push(definition.name);
        return [];
      }
      for (const name of [names.type, names.field, names.fields]) used.add(name);
      return [{ ...names, definition }];
    };
    this.types = [...model.types.values()].filter(isOffered).flatMap(named);
    this.taxonomies = [...model.taxonomies.values()].filter(isOffered).flatMap(named);
    this.leftOut = leftOut;
    this.typesByName = new Map(this.types.map((type) => [type.definition.name, type]));
    this.taxonomiesByName = new Map(this.taxonomies.map((taxonomy) => [taxonomy.definition.name, taxonomy]));
    this.typesByEnum = new Map(this.types.map((type) => [enumName(type.definition.name), type]));
    this.taxonomiesByEnum = new Map(this.taxonomies.map((taxonomy) => [enumName(taxonomy.type), taxonomy]));
  }

  type(name: string): NamedType | undefined {
    return this.typesByName.get(name);
  }

  taxonomy(name: string): NamedTaxonomy | undefined {
    return this.taxonomiesByName.get(name);
  }

  typeOf(value: string): NamedType | undefined {
    return this.typesByEnum.get(value);
  }

  taxonomyOf(value: string): NamedTaxonomy | undefined {
    return this.taxonomiesByEnum.get(value);
  }

  /** The value of the enums of types. */
  valueOfType({ definition }: NamedType): string {
    return enumName(definition.name);
  }

  /** The taxonomies of a type that the schema has. */
  taxonomiesOf({ definition }: NamedType): NamedTaxonomy[] {
    return this.taxonomies.filter(({ definition: taxonomy }) => taxonomy.types.includes(definition.name));
  }

  typesOf({ definition }: NamedTaxonomy): NamedType[] {
    return this.types.filter(({ definition: type }) => definition.types.includes(type.name));
  }
}
