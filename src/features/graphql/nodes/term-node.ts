import { type GraphContext } from '../context/graph-context.js';
import { type GraphTerm } from '../stores/term-rows.js';
import { ancestorsOf, frontOf, termLink, type TermNode as TreeNode } from '../../../modules/terms/index.js';
import { decodeReferences, decodeUrlText } from '../../../text/index.js';
import { BatchLoader } from '../model/batch-loader.js';
import { globalId } from '../model/global-id.js';
import { after, type MaybeLater } from '../model/later.js';

const FORMATS = 'post_format';
const FORMAT_PREFIX = 'post-format-';

/** A category, a tag or another term. */
export class TermNode {
  readonly kind = 'term';
  readonly databaseId: number;
  readonly isContentNode = false;
  readonly isTermNode = true;
  readonly isFrontPage = false;
  readonly isPostsPage = false;
  readonly isComment = false;
  readonly isRestricted = false;

  constructor(
    readonly ctx: GraphContext,
    readonly term: GraphTerm,
  ) {
    this.databaseId = term.id;
    ctx.keys.node('term', term.id, term.taxonomy);
  }

  get id(): string {
    return globalId('term', this.databaseId);
  }

  get __typename(): string {
    return this.ctx.content.taxonomy(this.term.taxonomy)!.type;
  }

  get name(): string {
    const { taxonomy, name, slug } = this.term;
    if (taxonomy !== FORMATS || !slug.startsWith(FORMAT_PREFIX)) return decodeReferences(name);
    const format = slug.slice(FORMAT_PREFIX.length);
    return format.charAt(0).toUpperCase() + format.slice(1);
  }

  get slug(): string {
    return decodeUrlText(this.term.slug);
  }

  description(): MaybeLater<string | null> {
    const { site, descriptions } = this.ctx;
    const { description, termTaxonomyId } = this.term;
    if (description !== undefined) return site.withPublicLinks(description) || null;
    return after(descriptions.get(termTaxonomyId), (found) => site.withPublicLinks(found ?? '') || null);
  }

  get count(): number | null {
    return this.term.count || null;
  }

  get taxonomyName(): string {
    return this.term.taxonomy;
  }

  get termGroupId(): number | null {
    return this.term.group || null;
  }

  get termTaxonomyId(): number {
    return this.term.termTaxonomyId;
  }

  get parentDatabaseId(): number | null {
    return this.term.parent || null;
  }

  get parentId(): string | null {
    return this.term.parent > 0 ? globalId('term', this.term.parent) : null;
  }

  link(): MaybeLater<string> {
    const { site } = this.ctx;
    if (this.term.taxonomy === FORMATS) return formatLink(site, this.term.slug);
    const taxonomy = site.model.taxonomies.get(this.term.taxonomy)!;
    const above = taxonomy.hierarchical && taxonomy.addresses.nested ? this.ancestorNodes() : [];
    return after(above, (nodes) => {
      const tree = new Map([this.term, ...nodes].map((node) => [node.id, node]));
      return termLink(site, taxonomy, this.term, tree);
    });
  }

  uri(): MaybeLater<string> {
    return after(this.link(), (link) => this.ctx.path(link));
  }

  /** Everything above it, nearest first. */
  ancestorNodes(): MaybeLater<TreeNode[]> {
    const { taxonomy, parent } = this.term;
    if (parent === 0) return [];
    const loader = ancestorLoader(this.ctx, taxonomy);
    return after(loader.get(parent), (tree) => (tree ? ancestorsOf(this.term, tree) : []));
  }
}

/** By the IDs of terms: everything above them, and they themselves. */
export function ancestorLoader(
  ctx: GraphContext,
  taxonomy: string,
): BatchLoader<number, ReadonlyMap<number, TreeNode>> {
  return ctx.once(
    `ancestors:${taxonomy}`,
    () =>
      new BatchLoader<number, ReadonlyMap<number, TreeNode>>(async (ids) => {
        const tree = await ctx.services.terms.withAncestors(ids, taxonomy);
        return new Map(ids.map((id) => [id, tree]));
      }),
  );
}

/** Archives of post formats, which WordPress registers without a base of their own. */
function formatLink(site: GraphContext['site'], slug: string): string {
  const structure = site.option('permalink_structure');
  const format = slug.replace(FORMAT_PREFIX, '');
  if (structure === '') return `${site.home}/?post_format=${format}`;
  return `${site.home}${frontOf(structure)}type/${format}${structure.endsWith('/') ? '/' : ''}`;
}
