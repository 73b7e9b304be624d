import {
  type ContentTypeDeclaration,
  type CoreContent,
  type MetaDeclaration,
  POST_STATUSES,
  POST_TYPE_SUPPORTS,
  type PostStatus,
  type PostTypeCapabilities,
  type PostTypeSupport,
  type Rewrite,
  type TaxonomyCapabilities,
  type TaxonomyDeclaration,
} from '../../../content-model/index.js';
import { isMap, type JsonRecord, recordOf, textMembers, textOf, textsOf } from '../../../text/index.js';
import { type ImportSummary } from '../client/wordpress.client.js';
import { type ImageSizeBox } from '../../../rendering/render-context.js';
import { type PluginSetting } from '../../../modules/settings/index.js';
import { PhpArray, type PhpValue, toText } from '../../../text/php/index.js';
import { type ImportedField, importedFields, mayHaveFields } from './imported-fields.js';
import { importedMeta, type MetaOwner, withSharedKeys } from './imported-meta.js';
import { importedSettings } from './imported-settings.js';
import { collectionRoute, type NeededItems, type WordPressSchemas } from './wordpress-schemas.js';

/** The first part of a rule's pattern, and the group for slugs: with or without those of parents. */
const RULE = /^(?:index\.php\/)?(.+?)\/(\(\[\^\/\]\+\)|\(\.\+\?\))(?:\(\?:\/\(\[0-9\]\+\)\)\?)?\/\?\$$/;

/** Where the rule of an item leads: by the query variable, which has the name of the type or taxonomy, or without one. */
const TARGET =
  /^index\.php\?(?:post_type=([\w-]+)&(?:page)?name|taxonomy=([\w-]+)&term|([\w-]+))=\$matches\[1\](?:&page=\$matches\[2\])?$/;

/**
 * How the addresses of custom types and taxonomies begin, by name, from the option `rewrite_rules`. WordPress writes its
 * rules there; its REST API does not return them.
 */
export function rewriteBases(rules: PhpValue | undefined): Map<string, Rewrite> {
  const bases = new Map<string, Rewrite>();
  if (!(rules instanceof PhpArray)) return bases;
  for (const [pattern, target] of rules) {
    const single = TARGET.exec(toText(target));
    const [, base, slugs] = RULE.exec(String(pattern)) ?? [];
    const name = single?.slice(1).find((group) => group !== undefined);
    if (name === undefined || base === undefined || /[()[\]]/.test(base) || bases.has(name)) continue;
    bases.set(name, { slug: base, withFront: false, ...(slugs === '(.+?)' && { hierarchical: true }) });
  }
  return bases;
}

/** The same from the address of one item, for a WordPress whose rules do not have it: `false` for plain addresses. */
export function rewriteOfLink(link: string, home: string): Rewrite | false | undefined {
  if (!URL.canParse(link) || !URL.canParse(home)) return undefined;
  const { pathname, search } = new URL(link);
  if (search !== '') return false;
  const root = `${new URL(home).pathname.replace(/\/$/, '')}/`;
  if (!pathname.startsWith(root)) return undefined;
  const base = pathname
    .slice(root.length)
    .replace(/^index\.php\//, '')
    .replace(/\/$/, '')
    .split('/')
    .slice(0, -1);
  return base.length === 0 ? undefined : { slug: base.join('/'), withFront: false };
}

/** What the WordPress alongside declares on top of what every WordPress has. */
export interface ImportedContent extends ImportSummary {
  readonly types: readonly ContentTypeDeclaration[];
  readonly taxonomies: readonly TaxonomyDeclaration[];
  readonly meta: readonly MetaDeclaration[];
  /** Fields that plugins add to items; undefined in what earlier releases stored. */
  readonly fields?: readonly ImportedField[];
  /** Settings that plugins registered; undefined in what earlier releases stored. */
  readonly settings?: readonly PluginSetting[];
  /** Statuses of entries that plugins registered; undefined in what earlier releases stored. */
  readonly statuses?: readonly PostStatus[];
  /** Image sizes besides those of the site's settings; undefined if WordPress does not say. */
  readonly imageSizes?: readonly ImageSizeBox[];
  readonly largestSide?: number;
  /** Whether the active theme wants captions and galleries as `figure` elements; undefined if WordPress does not say. */
  readonly html5?: boolean;
  /** The active theme as WordPress describes it; a change of it requires no restart. */
  readonly theme?: JsonRecord;
}

/** How addresses begin on this site. */
export interface SiteAddresses {
  readonly home: string;
  /** Bases of each type and taxonomy that the rewrite rules name. */
  readonly bases: ReadonlyMap<string, Rewrite>;
}

/** Members that WordPress gives the items of every type and taxonomy; a route without them has a controller of its own. */
const ENTRY_MEMBERS = ['id', 'date', 'slug', 'status', 'type', 'link', 'modified'];
const TERM_MEMBERS = ['id', 'count', 'name', 'slug', 'taxonomy', 'link'];

/** Types of WordPress itself whose items have meta whatever they support. */
const WITH_META = new Set(['attachment', 'nav_menu_item']);

/** Sizes that follow from the site's settings. */
const SETTING_SIZES = new Set(['thumbnail', 'medium', 'medium_large', 'large']);

/** Turns schemas of a WordPress into the declarations its content is served by. `core`: what every WordPress has. */
export function importedContent(
  schemas: WordPressSchemas,
  addresses: SiteAddresses,
  hasOption: (name: string) => boolean,
  core: CoreContent,
): Omit<ImportedContent, 'importedAt' | 'changedAt'> {
  const omitted = schemas.hiddenTypes.map(
    (name) => `Type "${name}" is not described to the account in WORDPRESS_URL, which may not edit it.`,
  );
  const coreTypes = byName(core.types);
  const coreTaxonomies = byName(core.taxonomies);
  const types: ContentTypeDeclaration[] = [];
  const taxonomies: TaxonomyDeclaration[] = [];
  const meta: MetaDeclaration[] = [];
  const unseen = new Set<MetaDeclaration>();
  const addMeta = (owner: Omit<MetaOwner, 'sample'>, route: string | undefined) => {
    const { object, subtype } = owner;
    const properties = schemas.items.get(route ?? '') ?? {};
    const found = importedMeta({ ...owner, sample: schemas.samples.get(route ?? '') }, properties);
    const added = found.meta.filter(({ key }) => !isCoreKey(core, object, key));
    meta.push(...added);
    if (!isMap(schemas.samples.get(route ?? '')?.meta)) for (const key of added) unseen.add(key);
    const keys = found.omitted.filter((key) => !isCoreKey(core, object, key));
    const hidden = found.meta.filter(({ key, read }) => read !== undefined && !isCoreKey(core, object, key));
    if (hidden.length > 0 && isMap(schemas.samples.get(route ?? '')?.meta))
      omitted.push(
        `Meta of ${subtype ?? object}s: WordPress does not show ${hidden.map(({ key }) => key).join(', ')} to visitors, only editors get it.`,
      );
    if (keys.length > 0)
      omitted.push(
        `Meta of ${subtype ?? object}s: the schema of ${keys.join(', ')} has parts that Nestpress does not know.`,
      );
  };

  for (const [name, value] of Object.entries(schemas.types)) {
    const type = recordOf(value);
    const properties = itemsOf(schemas, type);
    const supports = POST_TYPE_SUPPORTS.filter((feature) => Object.hasOwn(recordOf(type.supports), feature));
    if (!coreTypes.has(name)) {
      const problem = typeProblem(type, properties);
      if (problem !== undefined) {
        omitted.push(`Type "${name}" ${problem}`);
        continue;
      }
      const declaration = importedType(name, type, supports, rewriteOf(name, type, schemas, addresses));
      // Taxonomies of the site name their types themselves.
      types.push({
        ...declaration,
        taxonomies: textsOf(type.taxonomies).filter((taxonomy) => coreTaxonomies.has(taxonomy)),
      });
    } else {
      const added = textsOf(type.taxonomies).filter(
        (taxonomy) => coreTaxonomies.get(taxonomy)?.types.includes(name) === false,
      );
      if (added.length > 0) omitted.push(`Type "${name}" is served without ${added.join(', ')}.`);
    }
    if (WITH_META.has(name) || (supports.includes('custom-fields') && !coreTypes.get(name)?.hasOwnRoutes))
      addMeta(
        {
          object: 'post',
          subtype: name,
          editors: textOf(recordOf(type.capabilities).edit_others_posts) || 'edit_others_posts',
        },
        collectionRoute(type),
      );
  }

  const served = new Set([...coreTypes.keys(), ...types.map(({ name }) => name)]);
  for (const [name, value] of Object.entries(schemas.taxonomies)) {
    const taxonomy = recordOf(value);
    const properties = itemsOf(schemas, taxonomy);
    if (!coreTaxonomies.has(name)) {
      if (
        collectionRoute(taxonomy) === undefined ||
        !TERM_MEMBERS.every((member) => Object.hasOwn(properties, member))
      ) {
        omitted.push(`Taxonomy "${name}" ${OWN_CONTROLLER}`);
        continue;
      }
      const grouped = textsOf(taxonomy.types).filter((type) => served.has(type));
      taxonomies.push(importedTaxonomy(name, taxonomy, grouped, rewriteOf(name, taxonomy, schemas, addresses)));
    }
    addMeta(
      {
        object: 'term',
        subtype: name,
        editors: textOf(recordOf(taxonomy.capabilities).edit_terms) || 'manage_categories',
      },
      collectionRoute(taxonomy),
    );
  }
  addMeta({ object: 'user', editors: 'list_users' }, '/wp/v2/users');
  addMeta({ object: 'comment', editors: 'moderate_comments' }, '/wp/v2/comments');
  const ofItems = importedFields(schemas, { types, taxonomies });
  omitted.push(...ofItems.omitted);
  const { fields } = ofItems;
  const ofPlugins = importedSettings(schemas, hasOption);
  omitted.push(...ofPlugins.omitted);
  const { settings } = ofPlugins;
  if (!schemas.imageSizes)
    omitted.push(
      'Image sizes of the theme and of plugins: WordPress 7.1 lists them over HTTPS only, to users who may upload files, so new files have its standard sizes.',
    );
  const statuses = importedStatuses(schemas);
  return {
    types,
    taxonomies,
    meta: withSharedKeys(meta, (key) => unseen.has(key)),
    fields,
    settings,
    statuses,
    omitted,
    ...importedSizes(schemas),
    ...importedTheme(schemas),
  };
}

/** Names as long as the column. */
const STATUS_NAME = /^[a-z0-9_-]{1,20}$/;

function importedStatuses({ statuses }: WordPressSchemas): PostStatus[] {
  return Object.entries(statuses).flatMap(([name, value]): PostStatus[] => {
    if (POST_STATUSES.has(name) || !STATUS_NAME.test(name)) return [];
    const status = recordOf(value);
    return [
      {
        name,
        label: textOf(status.name) || name,
        public: status.public === true,
        protected: status.protected === true,
        private: status.private === true,
        internal: false,
        showInList: status.show_in_list === true,
        queryable: status.queryable === true,
        floatingDate: status.date_floating === true,
      },
    ];
  });
}

function byName<T extends { readonly name: string }>(items: readonly T[]): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [item.name, item]));
}

const OWN_CONTROLLER = 'has routes of a plugin’s own and is not served from the database.';

function itemsOf(schemas: WordPressSchemas, owner: JsonRecord): JsonRecord {
  return schemas.items.get(collectionRoute(owner) ?? '') ?? {};
}

function typeProblem(type: JsonRecord, properties: JsonRecord): string | undefined {
  if (collectionRoute(type) === undefined || !ENTRY_MEMBERS.every((member) => Object.hasOwn(properties, member)))
    return OWN_CONTROLLER;
  // WordPress names these capabilities only where it maps the rights to single entries to them.
  if (!Object.hasOwn(recordOf(type.capabilities), 'edit_published_posts'))
    return 'is registered without map_meta_cap: PHP alone decides who may edit its entries.';
  return undefined;
}

function importedType(
  name: string,
  type: JsonRecord,
  supports: readonly PostTypeSupport[],
  rewrite: Rewrite | false | undefined,
): ContentTypeDeclaration {
  const visibility = recordOf(type.visibility);
  return {
    ...importedBasics(name, type, rewrite),
    public: type.viewable === true,
    showUi: visibility.show_ui === true,
    showInNavMenus: visibility.show_in_nav_menus === true,
    supports,
    capabilities: textMembers(type.capabilities) as Partial<PostTypeCapabilities>,
    hasArchive: typeof type.has_archive === 'string' ? type.has_archive : type.has_archive === true,
    ...(typeof type.icon === 'string' && { icon: type.icon }),
    ...(Array.isArray(type.template) && type.template.length > 0 && { blockTemplate: type.template as unknown[] }),
    ...(isTemplateLock(type.template_lock) && { blockTemplateLock: type.template_lock }),
  };
}

type TemplateLock = NonNullable<ContentTypeDeclaration['blockTemplateLock']>;

const isTemplateLock = (lock: unknown): lock is TemplateLock =>
  lock === 'all' || lock === 'insert' || lock === 'contentOnly';

function importedTaxonomy(
  name: string,
  taxonomy: JsonRecord,
  types: readonly string[],
  rewrite: Rewrite | false | undefined,
): TaxonomyDeclaration {
  const visibility = recordOf(taxonomy.visibility);
  return {
    ...importedBasics(name, taxonomy, rewrite),
    types,
    public: visibility.publicly_queryable === true,
    showUi: visibility.show_ui === true,
    showInNavMenus: visibility.show_in_nav_menus === true,
    showAdminColumn: visibility.show_admin_column === true,
    showCloud: taxonomy.show_cloud === true,
    capabilities: textMembers(taxonomy.capabilities) as Partial<TaxonomyCapabilities>,
  };
}

function importedBasics(name: string, owner: JsonRecord, rewrite: Rewrite | false | undefined) {
  return {
    name,
    label: textOf(owner.name) || name,
    labels: textMembers(owner.labels),
    description: textOf(owner.description),
    hierarchical: owner.hierarchical === true,
    restBase: textOf(owner.rest_base),
    restNamespace: textOf(owner.rest_namespace) || 'wp/v2',
    ...(rewrite !== undefined && { rewrite }),
  };
}

function rewriteOf(
  name: string,
  owner: JsonRecord,
  { links }: WordPressSchemas,
  { home, bases }: SiteAddresses,
): Rewrite | false | undefined {
  return bases.get(name) ?? rewriteOfLink(links.get(collectionRoute(owner) ?? '') ?? '', home);
}

/** What an item of each route is needed for. */
export function neededItems({ bases }: SiteAddresses, { types, taxonomies }: CoreContent): NeededItems {
  const own = new Set([...types, ...taxonomies].map(({ name }) => name));
  return {
    // The rewrite rules do not name the type or taxonomy.
    link: (name) => !bases.has(name) && !own.has(name),
    members: (name, route) => mayHaveFields(route, own.has(name)),
  };
}

/** Keys of WordPress itself, which every site has. */
function isCoreKey({ meta, sharedMeta }: CoreContent, object: MetaDeclaration['object'], key: string): boolean {
  return (
    meta.some((field) => field.object === object && field.key === key) ||
    (object === 'post' && sharedMeta.some((shared) => shared.key === key))
  );
}

function importedSizes({
  imageSizes,
  largestSide,
}: WordPressSchemas): Pick<ImportedContent, 'imageSizes' | 'largestSide'> {
  if (!imageSizes) return {};
  const sizes = Object.entries(imageSizes).flatMap(([name, value]): ImageSizeBox[] => {
    const { width, height, crop } = recordOf(value);
    if (SETTING_SIZES.has(name) || !isPixels(width) || !isPixels(height)) return [];
    return [{ name, width, height, crop: crop === true || Array.isArray(crop) }];
  });
  return { imageSizes: sizes, ...(isPixels(largestSide) && { largestSide }) };
}

const isPixels = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 100_000;

function importedTheme({ theme }: WordPressSchemas): Pick<ImportedContent, 'html5' | 'theme'> {
  const { _links, ...described } = theme;
  const { theme_supports: supports } = theme;
  return {
    ...(isMap(supports) && { html5: textsOf(supports.html5).includes('caption') }),
    ...(textOf(theme.stylesheet) !== '' && { theme: described }),
  };
}
