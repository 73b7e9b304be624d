import { type BlockDeclaration } from './block-declarations.js';
import { type PostTypeCapabilities, type TaxonomyCapabilities } from './capabilities.js';
import { type ConsoleExtension } from './console-extension.js';
import { type AnyField, type FieldDeclaration, type FieldOwner, type ReplacingField } from './field-types.js';
import {
  type FilterDeclaration,
  type OrderDeclaration,
  type RowFilterDeclaration,
  type ScopeDeclaration,
} from './declared-queries.js';
import { type SettingsDeclaration } from './declared-settings.js';
import { type CommandDeclaration } from './command-declarations.js';
import { type PostStatus } from './post-statuses.js';
import { type MetaFieldDeclaration, type MetaObject, type MetaSchema } from './meta-fields.js';

/**
 * Features of a post type, by WordPress's names. Each adds fields, routes and links to the type. `slug` and `autosave`
 * are those of WordPress 7.
 */
export type PostTypeSupport =
  | 'title'
  | 'editor'
  | 'author'
  | 'thumbnail'
  | 'excerpt'
  | 'trackbacks'
  | 'custom-fields'
  | 'comments'
  | 'revisions'
  | 'page-attributes'
  | 'post-formats'
  | 'slug'
  | 'autosave';

/** Features that types choose. `slug` and `autosave` follow from others. */
export const POST_TYPE_SUPPORTS: readonly PostTypeSupport[] = [
  'title',
  'editor',
  'author',
  'thumbnail',
  'excerpt',
  'trackbacks',
  'custom-fields',
  'comments',
  'revisions',
  'page-attributes',
  'post-formats',
];

export interface Rewrite {
  /** First segment of the permalinks; defaults to the name of the type or taxonomy. */
  readonly slug?: string;
  /** Whether permalinks begin with the prefix of those of posts, such as `/blog`. */
  readonly withFront?: boolean;
  /** For taxonomies: whether a term's permalink includes its parents. */
  readonly hierarchical?: boolean;
}

/** Names in the GraphQL schema; see docs/graphql.md. */
export interface GraphqlNames {
  /** Such as `book`: also the name of the object type, `Book`. */
  readonly singleName: string;
  readonly pluralName: string;
}

/** Properties that types and taxonomies share. */
interface Declared {
  /** The stored name: up to 20 (types) or 32 (taxonomies) characters `a-z0-9_-`. */
  readonly name: string;
  /** Human-readable name, in the plural. */
  readonly label: string;
  /** Labels for editors, by WordPress's keys (`singular_name`, `add_new_item`). */
  readonly labels?: Readonly<Record<string, string>>;
  readonly description?: string;
  readonly hierarchical?: boolean;
  /** Whether it has pages on the site. */
  readonly public?: boolean;
  /** REST base; defaults to the name. `false`: no routes. */
  readonly restBase?: string | false;
  /** Namespace of its routes; defaults to `wp/v2`. */
  readonly restNamespace?: string;
  /** How its permalinks begin. `false`: plain permalinks with a query. */
  readonly rewrite?: Rewrite | false;
  /** Whether WordPress shows it in its administration, and in menus; as `public` by default. */
  readonly showUi?: boolean;
  readonly showInNavMenus?: boolean;
  /** Names in the GraphQL schema; they follow from the labels by default. `false`: not part of it. */
  readonly graphql?: GraphqlNames | false;
  /** Meta returned in `meta`, by key. Types need the feature `custom-fields`. */
  readonly meta?: Readonly<Record<string, MetaFieldDeclaration>>;
}

export interface ContentTypeDeclaration extends Declared {
  readonly supports?: readonly PostTypeSupport[];
  /** Names of its taxonomies; a taxonomy may also name its types. */
  readonly taxonomies?: readonly string[];
  /** Base of the derived capability names; defaults to `post`. */
  readonly capabilityType?: string | readonly [singular: string, plural: string];
  /** Capabilities that override the derived ones. */
  readonly capabilities?: Partial<PostTypeCapabilities>;
  /** Whether it has an archive page; a text is its slug, if it differs from the type's. */
  readonly hasArchive?: boolean | string;
  /** Name of its icon in WordPress's administration, such as `dashicons-book`. */
  readonly icon?: string;
  /** The only values `template` accepts; any by default. */
  readonly templates?: readonly string[];
  /**
   * URL of a Mustache template for the pages of its entries: `new URL('./book.html', import.meta.url)`; only in code. The owner's
   * `article-NAME.html` takes its place.
   */
  readonly pageTemplate?: URL;
  /** Blocks that new entries start with, for editors. */
  readonly blockTemplate?: readonly unknown[];
  /** What editors may not do to these blocks. */
  readonly blockTemplateLock?: 'all' | 'insert' | 'contentOnly';
  /** Statuses before publication besides WordPress's own. */
  readonly statuses?: Readonly<Record<string, StatusDeclaration>>;
  /** The only changes of the status that are possible, except into and out of the trash. New entries are drafts. */
  readonly transitions?: readonly StatusTransition[];
}

/** A status of entries that are not published. */
export interface StatusDeclaration {
  readonly label: string;
  /** Whether entries with it wait for a user: the console shows how many there are. */
  readonly isQueue?: boolean;
}

/** A change of the status of an entry. `publish` stands for scheduling, too. */
export interface StatusTransition {
  readonly from: string | readonly string[];
  readonly to: string;
  /** Needed in addition to the right to edit the entry, and to publish it where it is published. */
  readonly capability?: string;
}

export interface TaxonomyDeclaration extends Declared {
  /** Post types whose entries it groups. */
  readonly types: readonly string[];
  readonly capabilities?: Partial<TaxonomyCapabilities>;
  /** Whether terms can be shown in a tag cloud. */
  readonly showCloud?: boolean;
  /** Whether WordPress shows its terms in lists of entries. */
  readonly showAdminColumn?: boolean;
  /** False: entries without a term do not get the one that the option `default_term_NAME` holds, if there is one. */
  readonly hasDefaultTerm?: boolean;
  /** Whether WordPress shows it where several entries are edited at once; as `showUi` by default. */
  readonly showInQuickEdit?: boolean;
}

/** A role, or what a role of the site may do in addition. */
export interface RoleDeclaration {
  /** Name of the role in the database. */
  readonly name: string;
  /** Only for a role that the site does not have. */
  readonly label?: string;
  readonly capabilities?: readonly string[];
  /** Content types of which the role has all capabilities. */
  readonly manages?: readonly string[];
}

/** Meta of a type declared elsewhere, for example of posts, users or comments. */
export interface MetaDeclaration extends MetaFieldDeclaration {
  readonly object: MetaObject;
  /** Post type or taxonomy; for posts and terms, defaults to all. */
  readonly subtype?: string;
  readonly key: string;
}

export { DeclarationError } from './declaration-error.js';

const KIND = Symbol.for('nestpress.declaration');

interface Placed<K extends string, D> {
  readonly [KIND]: K;
  readonly value: D;
  /** Where it was declared, for error messages. */
  readonly place: string;
}

export type DeclaredType<D extends ContentTypeDeclaration = ContentTypeDeclaration> = Placed<'content type', D>;
export type DeclaredTaxonomy = Placed<'taxonomy', TaxonomyDeclaration>;
export type DeclaredMeta = Placed<'meta', MetaDeclaration>;
export type DeclaredField = Placed<'field', AnyField>;
export type DeclaredScope = Placed<'scope', ScopeDeclaration>;
export type DeclaredFilter = Placed<'filter', FilterDeclaration>;
export type DeclaredRowFilter = Placed<'row filter', RowFilterDeclaration>;
export type DeclaredStatus = Placed<'post status', PostStatus>;
export type DeclaredOrder = Placed<'order', OrderDeclaration>;
export type DeclaredConsoleExtension = Placed<'console extension', ConsoleExtension>;
export type DeclaredSettings<D extends SettingsDeclaration = SettingsDeclaration> = Placed<'settings', D>;
export type DeclaredRole = Placed<'role', RoleDeclaration>;
export type DeclaredCommand = Placed<'command', CommandDeclaration>;
export type DeclaredBlock = Placed<'block', BlockDeclaration>;
export type ContentDeclaration =
  | DeclaredType
  | DeclaredTaxonomy
  | DeclaredMeta
  | DeclaredField
  | DeclaredScope
  | DeclaredFilter
  | DeclaredRowFilter
  | DeclaredStatus
  | DeclaredOrder
  | DeclaredConsoleExtension
  | DeclaredSettings
  | DeclaredRole
  | DeclaredCommand
  | DeclaredBlock;

/** Declares a post type with its routes, permissions, lists, revisions and meta. */
export function defineContentType<const D extends ContentTypeDeclaration>(
  value: D,
  place = callSite(),
): DeclaredType<D> {
  return { [KIND]: 'content type', value, place };
}

/** Declares a taxonomy with its routes, permissions, list filters and term meta. */
export function defineTaxonomy(value: TaxonomyDeclaration, place = callSite()): DeclaredTaxonomy {
  return { [KIND]: 'taxonomy', value, place };
}

/** Declares one meta key of posts, terms, users or comments. */
export function defineMeta(value: MetaDeclaration, place = callSite()): DeclaredMeta {
  return { [KIND]: 'meta', value, place };
}

/** Declares a computed field: in items, schemas and OpenAPI, selected by `_fields`, loaded for a page at once. */
export function defineField<const S extends MetaSchema, const O extends FieldOwner>(
  value: FieldDeclaration<S, O> | ReplacingField<O>,
  place = callSite(),
): DeclaredField {
  const named = 'replaces' in value ? { name: value.replaces, schema: { type: 'object' }, ...value } : value;
  return { [KIND]: 'field', value: named as unknown as AnyField, place };
}

/** Declares which entries of a type a requester may see: in lists, totals, searches, embeds, feeds, pages and single reads. */
export function defineScope(value: ScopeDeclaration, place = callSite()): DeclaredScope {
  return { [KIND]: 'scope', value, place };
}

/** Declares a parameter of the lists of a type. */
export function defineFilter<const S extends MetaSchema>(
  value: FilterDeclaration<S>,
  place = callSite(),
): DeclaredFilter {
  return { [KIND]: 'filter', value: value as unknown as FilterDeclaration, place };
}

/** Declares a parameter of the lists of terms or comments. */
export function defineRowFilter(value: RowFilterDeclaration, place = callSite()): DeclaredRowFilter {
  return { [KIND]: 'row filter', value, place };
}

/** Declares a status of entries. */
export function definePostStatus(value: PostStatus, place = callSite()): DeclaredStatus {
  return { [KIND]: 'post status', value, place };
}

/** Declares a value of `orderby` of the lists of a type. */
export function defineOrder(value: OrderDeclaration, place = callSite()): DeclaredOrder {
  return { [KIND]: 'order', value, place };
}

/** Adds a navigation entry with a page, a dashboard card or editors of meta values to the console. */
export function defineConsoleExtension(value: ConsoleExtension, place = callSite()): DeclaredConsoleExtension {
  return { [KIND]: 'console extension', value, place };
}

/** Declares settings of a module: in `wp/v2/settings`, in the console, and with their types for `DeclaredSettingsService`. */
export function defineSettings<const D extends SettingsDeclaration>(value: D, place = callSite()): DeclaredSettings<D> {
  return { [KIND]: 'settings', value, place };
}

/** Declares a role, or capabilities of an existing one. What the site's roles lack is added at start. */
export function defineRole(value: RoleDeclaration, place = callSite()): DeclaredRole {
  return { [KIND]: 'role', value, place };
}

/** Declares a command of the command line. */
export function defineCommand(value: CommandDeclaration, place = callSite()): DeclaredCommand {
  return { [KIND]: 'command', value, place };
}

/** Declares a block that the service renders, which the block editor offers. */
export function defineBlock(value: BlockDeclaration, place = callSite()): DeclaredBlock {
  return { [KIND]: 'block', value, place };
}

/** The commands among declarations. */
export function commandsOf(declarations: readonly ContentDeclaration[]): DeclaredCommand[] {
  return declarations.filter((declaration): declaration is DeclaredCommand => kindOf(declaration) === 'command');
}

/** Files of the templates that content types declare for their pages, by type. */
export function pageTemplatesOf(
  declarations: readonly ContentDeclaration[],
): Map<string, { file: URL; place: string }> {
  return new Map(
    declarations.flatMap((declaration) => {
      if (kindOf(declaration) !== 'content type') return [];
      const { value, place } = declaration as DeclaredType;
      return value.pageTemplate ? [[value.name, { file: value.pageTemplate, place }] as const] : [];
    }),
  );
}

/** The console extensions among declarations. */
export function consoleExtensionsOf(declarations: readonly ContentDeclaration[]): DeclaredConsoleExtension[] {
  return declarations.filter(
    (declaration): declaration is DeclaredConsoleExtension => kindOf(declaration) === 'console extension',
  );
}

export function kindOf(declaration: ContentDeclaration): ContentDeclaration[typeof KIND] {
  return declaration[KIND];
}

/** Whether a value was returned by the functions above, possibly in another copy of this package. */
export function isContentDeclaration(value: unknown): value is ContentDeclaration {
  return typeof value === 'object' && value !== null && KIND in value;
}

/** File and line of the code that called a function of this file. */
function callSite(): string {
  const caller = new Error().stack?.split('\n')[3] ?? '';
  return /\(?((?:file:\/\/)?\/[^()]+:\d+):\d+\)?$/.exec(caller)?.[1]?.replace('file://', '') ?? 'code';
}
