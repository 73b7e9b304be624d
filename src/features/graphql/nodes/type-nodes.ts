import { type Labels } from '../../../content-model/index.js';
import { archivePath } from '../../../modules/entries/index.js';
import { type GraphContext } from '../context/graph-context.js';
import { globalId } from '../model/global-id.js';
import { type NamedTaxonomy, type NamedType } from '../model/names.js';

/** Position in WordPress's administration, of its own types. */
const MENU_POSITIONS: ReadonlyMap<string, number> = new Map([
  ['post', 5],
  ['page', 20],
]);
const OF_WORDPRESS: ReadonlySet<string> = new Set(['post', 'page', 'attachment']);

const camel = (key: string) => key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** A post type. What it is for in the administration is shown to those who edit its entries. */
export class ContentTypeNode {
  readonly kind = 'contentType';
  readonly __typename = 'ContentType';
  readonly id: string;
  readonly isContentNode = false;
  readonly isTermNode = false;
  readonly isFrontPage: boolean;
  readonly isPostsPage: boolean;
  readonly isComment = false;
  readonly isRestricted: boolean;
  readonly showInGraphql = true;

  constructor(
    readonly ctx: GraphContext,
    readonly type: NamedType,
  ) {
    const { name, capabilities } = type.definition;
    this.id = globalId('post_type', name);
    this.isRestricted = !ctx.can(capabilities.edit_posts);
    this.isPostsPage = name === 'post';
    this.isFrontPage = name === 'post' && ctx.frontPage === 0;
    ctx.keys.node('post_type', name, 'post_type');
  }

  private shown<T>(value: T): T | null {
    return this.isRestricted ? null : value;
  }

  get name(): string {
    return this.type.definition.name;
  }

  get label(): string {
    return this.type.definition.label;
  }

  get description(): string {
    return this.type.definition.description;
  }

  get hierarchical(): boolean {
    return this.type.definition.hierarchical;
  }

  get graphqlSingleName(): string {
    return this.type.single;
  }

  get graphqlPluralName(): string {
    return this.type.plural;
  }

  get labels(): object {
    return labelsOf(this.type.definition.labels);
  }

  get canExport(): boolean | null {
    return this.shown(true);
  }

  get deleteWithUser(): boolean | null {
    return this.shown(OF_WORDPRESS.has(this.name));
  }

  get excludeFromSearch(): boolean | null {
    return this.shown(!this.type.definition.viewable);
  }

  get hasArchive(): boolean | null {
    return this.shown(this.name === 'post' || this.type.definition.hasArchive !== false);
  }

  get menuIcon(): string | null {
    return this.shown(this.type.definition.icon);
  }

  get menuPosition(): number | null {
    return this.shown(MENU_POSITIONS.get(this.name) ?? null);
  }

  get public(): boolean | null {
    return this.shown(this.type.definition.viewable);
  }

  get publiclyQueryable(): boolean | null {
    return this.shown(this.type.definition.viewable && this.name !== 'page');
  }

  get restBase(): string | null {
    const { restBase } = this.type.definition;
    return this.shown(restBase === undefined || restBase === this.name ? null : restBase);
  }

  get restControllerClass(): string | null {
    const special = this.name === 'attachment' ? 'WP_REST_Attachments_Controller' : 'WP_REST_Posts_Controller';
    return this.shown(OF_WORDPRESS.has(this.name) ? special : null);
  }

  get showInAdminBar(): boolean | null {
    return this.shown(this.type.definition.showUi);
  }

  get showInMenu(): boolean | null {
    return this.shown(this.type.definition.showUi);
  }

  get showInNavMenus(): boolean | null {
    return this.shown(this.type.definition.showInNavMenus);
  }

  get showInRest(): boolean | null {
    return this.shown(this.type.definition.restBase !== undefined);
  }

  get showUi(): boolean | null {
    return this.shown(this.type.definition.showUi);
  }

  /** Path of the archive; for posts, of the page that lists them. */
  async uri(): Promise<string | null> {
    if (this.name === 'post') {
      const page = this.ctx.postsPage > 0 ? await this.ctx.entries.get(this.ctx.postsPage) : undefined;
      return page ? this.ctx.path(await this.ctx.link(page)) : '/';
    }
    const { definition } = this.type;
    if (definition.hasArchive === false) return null;
    const path = archivePath(definition, this.ctx.site.option('permalink_structure'));
    return path ?? `/?post_type=${definition.name}`;
  }
}

function labelsOf(labels: Labels): object {
  return Object.fromEntries(Object.entries(labels).map(([key, label]) => [camel(key), label ?? null]));
}

export class TaxonomyNode {
  readonly kind = 'taxonomy';
  readonly __typename = 'Taxonomy';
  readonly id: string;
  readonly isRestricted: boolean;
  readonly showInGraphql = true;

  constructor(
    readonly ctx: GraphContext,
    readonly taxonomy: NamedTaxonomy,
  ) {
    this.id = globalId('taxonomy', taxonomy.definition.name);
    this.isRestricted = !ctx.can(taxonomy.definition.capabilities.edit_terms);
    ctx.keys.node('taxonomy', taxonomy.definition.name, 'taxonomy');
  }

  private shown<T>(value: T): T | null {
    return this.isRestricted ? null : value;
  }

  get name(): string {
    return this.taxonomy.definition.name;
  }

  get description(): string {
    return this.taxonomy.definition.description;
  }

  get hierarchical(): boolean {
    return this.taxonomy.definition.hierarchical;
  }

  get graphqlSingleName(): string {
    return this.taxonomy.single;
  }

  get graphqlPluralName(): string {
    return this.taxonomy.plural;
  }

  get label(): string | null {
    return this.shown(this.taxonomy.definition.label);
  }

  get public(): boolean | null {
    return this.shown(this.taxonomy.definition.isPublic);
  }

  get restBase(): string | null {
    const { restBase, name } = this.taxonomy.definition;
    return restBase === undefined || restBase === name ? null : restBase;
  }

  get restControllerClass(): string | null {
    return this.shown(this.name === 'category' || this.name === 'post_tag' ? 'WP_REST_Terms_Controller' : null);
  }

  get showCloud(): boolean | null {
    return this.shown(this.taxonomy.definition.showCloud);
  }

  get showInAdminColumn(): boolean | null {
    return this.shown(this.taxonomy.definition.showAdminColumn);
  }

  get showInMenu(): boolean | null {
    return this.shown(this.taxonomy.definition.showUi);
  }

  get showInNavMenus(): boolean | null {
    return this.shown(this.taxonomy.definition.showInNavMenus);
  }

  get showInQuickEdit(): boolean | null {
    return this.shown(this.taxonomy.definition.showUi);
  }

  get showInRest(): boolean | null {
    return this.shown(this.taxonomy.definition.restBase !== undefined);
  }

  get showUi(): boolean | null {
    return this.shown(this.taxonomy.definition.showUi);
  }
}
