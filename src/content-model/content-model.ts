import { type CapabilityGroup, capabilityGroups } from './capability-groups.js';
import { checkBases, checkName, checkStatuses, fieldProblem } from './declaration-checks.js';
import { brokenPattern } from './schema-checks.js';
import { DeclaredFields } from './declared-fields.js';
import { withCheckedValues } from './field-values.js';
import { type DeclaredSetting, declaredSettings } from './declared-settings.js';
import { type BlockDeclaration, declaredBlocks } from './block-declarations.js';
import { assertValid } from './declaration-schema.js';
import { DeclaredQueries } from './declared-queries.js';
import {
  type ContentDeclaration,
  type ContentTypeDeclaration,
  DeclarationError,
  type PostTypeSupport,
  type DeclaredField,
  type DeclaredFilter,
  type DeclaredOrder,
  type DeclaredRowFilter,
  type DeclaredBlock,
  type DeclaredConsoleExtension,
  type DeclaredStatus,
  type DeclaredScope,
  type DeclaredRole,
  type DeclaredSettings,
  type DeclaredMeta,
  type DeclaredTaxonomy,
  type DeclaredType,
  kindOf,
} from './declarations.js';
import { indexedMeta, isNumeric } from './indexed-meta.js';
import { type MetaField, metaField, type MetaFieldDeclaration, type MetaObject } from './meta-fields.js';
import { type EntryRelation, relationsOf, reverseFields } from './relations.js';
import { type PostStatus, statusesOf } from './post-statuses.js';
import { CORE_TYPES, type PostType, postType } from './post-types.js';
import { CORE_TAXONOMIES, type Taxonomy, taxonomy } from './taxonomies.js';

/** The content declared by a WordPress release itself, in the order of the REST API. */
export interface CoreContent {
  readonly types: readonly PostType[];
  readonly taxonomies: readonly Taxonomy[];
  readonly meta: readonly MetaField[];
  /** Meta keys of every type that supports certain features, including declared types. */
  readonly sharedMeta: readonly SharedMeta[];
  /** Whether entries with an editor can be autosaved. */
  readonly autosaves: boolean;
}

export interface SharedMeta {
  readonly key: string;
  readonly declaration: MetaFieldDeclaration;
  readonly requires: readonly PostTypeSupport[];
}

/** The content of the releases before the block editor. */
export const WP4_CONTENT: CoreContent = {
  types: CORE_TYPES,
  taxonomies: CORE_TAXONOMIES,
  meta: [],
  sharedMeta: [],
  autosaves: false,
};

/** The post types, taxonomies and meta keys of one site: WordPress's own and declared ones. */
export class ContentModel {
  readonly types: ReadonlyMap<string, PostType>;
  readonly taxonomies: ReadonlyMap<string, Taxonomy>;
  /** Types with routes, in the order of the REST API. */
  readonly restTypes: readonly PostType[];
  readonly restTaxonomies: readonly Taxonomy[];
  /** Those whose entries have pages on the site; WordPress's internal types have none. */
  readonly pageTypes: readonly PostType[];
  /** Names of the types whose entries can be scheduled. */
  readonly scheduledTypes: readonly string[];
  readonly capabilityGroups: readonly CapabilityGroup[];
  /** Computed fields of entries, terms, users and comments. */
  readonly fields: DeclaredFields;
  /** Scopes, filters and orders of lists. */
  readonly queries: DeclaredQueries;
  /** Roles, and what existing ones may do in addition. */
  readonly roles: readonly DeclaredRole[];
  /** Blocks of modules. */
  readonly blocks: readonly BlockDeclaration[];
  /** Settings of modules. */
  readonly settings: readonly DeclaredSetting[];
  /** Statuses of entries by name: those of WordPress, of its plugins, of declared types. */
  readonly statuses: ReadonlyMap<string, PostStatus>;
  /** Names of those that plugins of WordPress registered, for entries of all types. */
  readonly registeredStatuses: readonly string[];
  private readonly meta: readonly MetaField[];
  private readonly relations = new Map<string, readonly EntryRelation[]>();

  /** `imported` are declarations that a WordPress on the same database made; its owner decides who has their capabilities. */
  constructor(
    readonly declarations: readonly ContentDeclaration[] = [],
    core: CoreContent = WP4_CONTENT,
    imported: readonly ContentDeclaration[] = [],
  ) {
    const types = new Map(core.types.map((type) => [type.name, type]));
    const taxonomies = new Map(core.taxonomies.map((entry) => [entry.name, entry]));
    const meta: MetaField[] = [...core.meta];
    const addMeta = (
      object: MetaObject,
      subtype: string,
      fields: Readonly<Record<string, MetaFieldDeclaration>> | undefined,
      place: string,
    ) => {
      for (const [key, field] of Object.entries(fields ?? {}))
        meta.push(metaField(object, subtype, key, field, place, isOwn(place)));
    };
    for (const declaration of declarations) assertValid(declaration);
    const own = new Set(declarations.map(({ place }) => place));
    const isOwn = (place: string) => own.has(place) && !isFromFile(place);
    for (const declaration of [...declarations, ...imported]) {
      const { place } = declaration;
      if (isType(declaration)) {
        const { value } = declaration;
        checkName('content type', value.name, 20, types, place);
        types.set(value.name, postType(core.autosaves ? withAutosave(value) : value, place));
        addMeta('post', value.name, value.meta, place);
      } else if (isTaxonomy(declaration)) {
        const { value } = declaration;
        checkName('taxonomy', value.name, 32, taxonomies, place);
        taxonomies.set(value.name, taxonomy(value, place));
        addMeta('term', value.name, value.meta, place);
      } else if (isMeta(declaration)) {
        const { object, subtype, key, ...field } = declaration.value;
        meta.push(metaField(object, subtype, key, field, place, isOwn(place)));
      }
    }
    for (const { key, declaration, requires } of core.sharedMeta)
      for (const { name, supports } of types.values())
        if (requires.every((feature) => supports.includes(feature)))
          meta.push(metaField('post', name, key, declaration, 'WordPress'));
    this.taxonomies = withTypes(taxonomies, types);
    this.types = withTaxonomies(types, this.taxonomies);
    this.restTypes = [...this.types.values()].filter(({ restBase }) => restBase !== undefined);
    this.restTaxonomies = [...this.taxonomies.values()].filter(({ restBase }) => restBase !== undefined);
    this.pageTypes = [...this.types.values()].filter(
      ({ viewable, restBase, place }) => viewable && (restBase !== undefined || place !== 'WordPress'),
    );
    this.scheduledTypes = this.restTypes.filter(({ hasOwnRoutes }) => !hasOwnRoutes).map(({ name }) => name);
    for (const type of types.values()) checkStatuses(type);
    this.roles = declarations.filter(isRole);
    this.meta = meta;
    checkBases([...this.restTypes, ...this.restTaxonomies]);
    this.checkMeta();
    this.capabilityGroups = capabilityGroups(this.types);
    const fields = [...declarations.filter(isField).map(withCheckedValues), ...imported.filter(isField)];
    this.fields = new DeclaredFields([...fields, ...reverseFields(this)], this);
    const queries = {
      scopes: declarations.filter(isScope),
      filters: [...declarations, ...imported].filter(isFilter),
      rowFilters: imported.filter(isRowFilter),
      orders: declarations.filter(isOrder),
    };
    this.blocks = declaredBlocks(declarations.filter(isBlock));
    const tables = this.blocks.flatMap(({ reads = [] }) => reads);
    this.queries = new DeclaredQueries(queries, this.types, indexedMeta(this), tables);
    this.settings = declaredSettings(declarations.filter(isSettings));
    const registered = imported.filter(isStatus).map(({ value }) => value);
    this.statuses = statusesOf(registered, this.types.values());
    this.registeredStatuses = registered.map(({ name }) => name);
  }

  /** Meta keys of an object, including those of its subtype, in order of declaration. */
  metaOf(object: MetaObject, subtype?: string): readonly MetaField[] {
    return this.meta.filter(
      (field) => field.object === object && (field.subtype === undefined || field.subtype === subtype),
    );
  }

  /** What entries of a type link to by the IDs in their fields. */
  relationsOf(type: string): readonly EntryRelation[] {
    let relations = this.relations.get(type);
    if (!relations) this.relations.set(type, (relations = relationsOf(this, type)));
    return relations;
  }

  /** Keys of entries' meta that lists can be filtered and sorted by, each once. */
  get indexedMeta(): readonly { readonly key: string; readonly isNumber: boolean }[] {
    const keys = this.meta.filter(({ indexed, object }) => indexed && object === 'post');
    return [...new Map(keys.map((field) => [field.key, { key: field.key, isNumber: isNumeric(field) }])).values()];
  }

  taxonomiesOf(type: PostType): Taxonomy[] {
    return type.taxonomies.map((name) => this.taxonomies.get(name)!);
  }

  /**
   * Whether the type is declared in code, so it has no behaviour of WordPress to keep. Those of the file CONTENT_TYPES
   * are types that a WordPress registers.
   */
  isDeclared(type: string): boolean {
    return this.declarations.some(
      (declaration) => isType(declaration) && declaration.value.name === type && !isFromFile(declaration.place),
    );
  }

  /** Every capability named by a declaration, with its place. */
  *namedCapabilities(): Generator<{ capability: string; by: string; place: string }> {
    for (const declaration of this.declarations) {
      const { place } = declaration;
      if (isType(declaration)) {
        const type = this.types.get(declaration.value.name)!;
        const { edit_post: _edit, read_post: _read, delete_post: _delete, ...primitive } = type.capabilities;
        for (const capability of Object.values(primitive))
          yield { capability, by: `Content type "${type.name}"`, place };
        for (const { to, capability } of type.transitions ?? [])
          if (capability !== undefined)
            yield { capability, by: `The transition to "${to}" of content type "${type.name}"`, place };
      } else if (isTaxonomy(declaration)) {
        const { name, capabilities } = this.taxonomies.get(declaration.value.name)!;
        for (const capability of Object.values(capabilities)) yield { capability, by: `Taxonomy "${name}"`, place };
      } else if (isExtension(declaration)) {
        const { name, capability, actions = [], panels = [] } = declaration.value;
        for (const part of [{ name, capability }, ...actions, ...panels])
          if (part.capability !== undefined)
            yield { capability: part.capability, by: `"${part.name}" of console extension "${name}"`, place };
      }
    }
    for (const { key, read, write, place } of this.meta)
      for (const capability of [read, write])
        if (capability !== undefined) yield { capability, by: `Meta key "${key}"`, place };
  }

  private checkMeta(): void {
    for (const [index, field] of this.meta.entries()) {
      const { object, subtype, key, name, place } = field;
      const owner = subtype === undefined ? `${object}s` : `${object}s of "${subtype}"`;
      const subtypes = object === 'post' ? this.types : object === 'term' ? this.taxonomies : undefined;
      if (subtype !== undefined && !subtypes)
        throw new DeclarationError(`Meta key "${key}" (${place}): ${object}s have no subtypes.`);
      if (subtype !== undefined && !subtypes!.has(subtype))
        throw new DeclarationError(
          `Meta key "${key}" (${place}): there is no ${object === 'post' ? 'content type' : 'taxonomy'} "${subtype}".`,
        );
      if (object === 'post' && subtype !== undefined && !this.showsMeta(this.types.get(subtype)!))
        throw new DeclarationError(
          `Meta key "${key}" (${place}): content type "${subtype}" does not support "custom-fields", so its meta is not shown.`,
        );
      if (key === '' || key.length > 255)
        throw new DeclarationError(`Meta key "${key.slice(0, 40)}" (${place}) must have 1 to 255 characters.`);
      const problem = fieldProblem(field, this);
      if (problem !== undefined) throw new DeclarationError(`Meta key "${key}" (${place}) ${problem}.`);
      const pattern = brokenPattern(field.schema);
      if (pattern !== undefined)
        throw new DeclarationError(
          `Meta key "${key}" (${place}): ${JSON.stringify(pattern)} is not a regular expression.`,
        );
      const earlier = this.meta
        .slice(0, index)
        .filter((declared) => declared.object === object && overlap(declared.subtype, subtype));
      const duplicate = earlier.find((declared) => declared.key === key);
      if (duplicate)
        throw new DeclarationError(`Meta key "${key}" of ${owner} is declared twice: ${duplicate.place} and ${place}.`);
      const namesake = earlier.find((declared) => declared.name === name);
      if (namesake)
        throw new DeclarationError(
          `Meta keys "${namesake.key}" and "${key}" of ${owner} have the same name "${name}": ${namesake.place} and ${place}.`,
        );
    }
  }

  /** WordPress always shows the meta of its own types. */
  private showsMeta({ name, supports }: PostType): boolean {
    return name === 'attachment' || name === 'nav_menu_item' || supports.includes('custom-fields');
  }
}

/** Whether the declaration is one of the file CONTENT_TYPES: of what a WordPress registers. */
const isFromFile = (place: string) => / (?:types|taxonomies|meta)\[\d+\]$/.test(place);

const isType = (declaration: ContentDeclaration): declaration is DeclaredType => kindOf(declaration) === 'content type';
const isTaxonomy = (declaration: ContentDeclaration): declaration is DeclaredTaxonomy =>
  kindOf(declaration) === 'taxonomy';
const isRole = (declaration: ContentDeclaration): declaration is DeclaredRole => kindOf(declaration) === 'role';
const isExtension = (declaration: ContentDeclaration): declaration is DeclaredConsoleExtension =>
  kindOf(declaration) === 'console extension';
const isBlock = (declaration: ContentDeclaration): declaration is DeclaredBlock => kindOf(declaration) === 'block';
const isSettings = (declaration: ContentDeclaration): declaration is DeclaredSettings =>
  kindOf(declaration) === 'settings';
const isField = (declaration: ContentDeclaration): declaration is DeclaredField => kindOf(declaration) === 'field';
const isScope = (declaration: ContentDeclaration): declaration is DeclaredScope => kindOf(declaration) === 'scope';
const isFilter = (declaration: ContentDeclaration): declaration is DeclaredFilter => kindOf(declaration) === 'filter';
const isRowFilter = (declaration: ContentDeclaration): declaration is DeclaredRowFilter =>
  kindOf(declaration) === 'row filter';
const isStatus = (declaration: ContentDeclaration): declaration is DeclaredStatus =>
  kindOf(declaration) === 'post status';
const isOrder = (declaration: ContentDeclaration): declaration is DeclaredOrder => kindOf(declaration) === 'order';
const isMeta = (declaration: ContentDeclaration): declaration is DeclaredMeta => kindOf(declaration) === 'meta';

const overlap = (left: string | undefined, right: string | undefined) =>
  left === undefined || right === undefined || left === right;

/** Types and taxonomies may refer to each other; both directions count. */
function withTypes(
  taxonomies: ReadonlyMap<string, Taxonomy>,
  types: ReadonlyMap<string, PostType>,
): Map<string, Taxonomy> {
  for (const type of types.values()) {
    for (const name of type.taxonomies)
      if (!taxonomies.has(name))
        throw new DeclarationError(
          `Content type "${type.name}" (${type.place}) names the taxonomy "${name}", which is not declared.`,
        );
  }
  return new Map(
    [...taxonomies].map(([name, entry]) => {
      for (const type of entry.types)
        if (type !== 'link' && !types.has(type))
          throw new DeclarationError(
            `Taxonomy "${name}" (${entry.place}) names the content type "${type}", which is not declared.`,
          );
      const naming = [...types.values()].filter((type) => type.taxonomies.includes(name)).map((type) => type.name);
      return [name, { ...entry, types: [...new Set([...entry.types, ...naming])] }];
    }),
  );
}

function withTaxonomies(
  types: ReadonlyMap<string, PostType>,
  taxonomies: ReadonlyMap<string, Taxonomy>,
): Map<string, PostType> {
  return new Map(
    [...types].map(([name, type]) => {
      const assigned = [...taxonomies.values()].filter((entry) => entry.restBase && entry.types.includes(name));
      return [name, { ...type, taxonomies: assigned.map((entry) => entry.name) }];
    }),
  );
}

/** Current releases give the feature to every type with an editor. */
function withAutosave(declaration: ContentTypeDeclaration): ContentTypeDeclaration {
  const { supports = ['title', 'editor'] } = declaration;
  return supports.includes('editor') ? { ...declaration, supports: [...supports, 'autosave'] } : declaration;
}

/** WordPress as it comes. */
export const CORE_MODEL = new ContentModel();
