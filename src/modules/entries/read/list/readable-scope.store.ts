import { type Principal } from '../../../../access/principal.js';
import { type PostTypeCapabilities } from '../../../../content-model/capabilities.js';
import { type CapabilityGroup } from '../../../../content-model/capability-groups.js';
import { type ContentModel, CORE_MODEL } from '../../../../content-model/content-model.js';
import { type PostStatus } from '../../../../content-model/post-statuses.js';
import { type Site } from '../../../../site/site.js';
import {
  fragment,
  hasRow,
  isNotIn,
  isOneOf,
  joined,
  NO_ROW,
  type SqlFragment,
} from '../../../../database/engine/sql-fragment.js';

/** What the requester of a list may read and edit. */
export function readableScope({ principal, site }: { principal: Principal; site: Site }): ReadableScope {
  const { capabilityGroups, statuses } = site.model;
  return new ReadableScope(principal, site.integer('wp_page_for_privacy_policy'), capabilityGroups, statuses);
}

/**
 * Which rows of the posts table a requester may read or edit, as SQL: the rules of `readable.ts` for lists, so that totals and
 * searches cover nothing else. Where the rules need more than a row and its parent, the scope is narrower, never wider.
 */
export class ReadableScope {
  private readonly userId: number;
  /** Names of statuses with which entries are public, and private. */
  private readonly publicStatuses: readonly string[];
  private readonly privateStatuses: readonly string[];

  constructor(
    private readonly principal: Principal,
    /** Only those who manage the site edit it. */
    private readonly privacyPage: number,
    private readonly capabilities: readonly CapabilityGroup[] = CORE_MODEL.capabilityGroups,
    statuses: ContentModel['statuses'] = CORE_MODEL.statuses,
  ) {
    this.userId = principal.id;
    const namesOf = (isSuch: (status: PostStatus) => boolean) =>
      [...statuses.values()].filter(isSuch).map(({ name }) => name);
    this.publicStatuses = namesOf((status) => status.public);
    this.privateStatuses = namesOf((status) => status.private && !status.public);
  }

  /** Whether the requester reads every entry, or every entry of the type, so no condition is needed. */
  readsAll(type?: string): boolean {
    return this.holdsForAll(type, 'read', 'read_private_posts', 'edit_others_posts', 'edit_published_posts');
  }

  /** Whether the requester edits every entry, or every entry of the type, the privacy page aside. */
  editsAll(type?: string): boolean {
    return (
      this.holdsForAll(type, 'edit_posts', 'edit_others_posts', 'edit_published_posts', 'edit_private_posts') &&
      (this.privacyPage === 0 || this.principal.can('manage_options'))
    );
  }

  /** `alias` names the row, `posts` the table. */
  readable(alias: string, posts: string): SqlFragment {
    const own = this.byStatus(alias);
    const parent = this.byStatus('up');
    return fragment(
      `(${own.sql} OR (${alias}.post_status = 'inherit' AND NOT ` +
        `${hasRow(`${posts} up`, `up.ID = ${alias}.post_parent AND NOT ${parent.sql}`)}))`,
      ...own.parameters,
      ...parent.parameters,
    );
  }

  /** What inherits its status is edited as any other unpublished entry. */
  editable(alias: string): SqlFragment {
    if (this.principal.isAnonymous) return NO_ROW;
    const tests: SqlFragment[] = [];
    for (const { condition, names } of this.capabilities) {
      const can = (name: keyof PostTypeCapabilities) => this.principal.can(names[name]);
      const ofType = `${alias}.post_type ${condition}`;
      const own = `${ofType} AND ${alias}.post_author = ?`;
      const [unpublished, published] = [can('edit_posts'), can('edit_published_posts')];
      // What it was before it was moved to the trash is not in the row.
      const statuses = [
        ...(unpublished ? [`${alias}.post_status NOT IN ('publish', 'future', 'trash')`] : []),
        ...(published ? [`${alias}.post_status IN ('publish', 'future')`] : []),
        ...(unpublished && published ? [`${alias}.post_status = 'trash'`] : []),
      ];
      if (statuses.length > 0) tests.push(fragment(`(${own} AND (${statuses.join(' OR ')}))`, this.userId));
      if (!can('edit_others_posts')) continue;
      const excluded = [
        ...(can('edit_published_posts') ? [] : ["'publish'", "'future'"]),
        ...(can('edit_private_posts') ? [] : ["'private'"]),
      ];
      const except = excluded.length > 0 ? ` AND ${alias}.post_status NOT IN (${excluded.join(', ')})` : '';
      tests.push(fragment(`(${ofType} AND ${alias}.post_author <> ?${except})`, this.userId));
    }
    if (tests.length === 0) return NO_ROW;
    const { sql, parameters } = joined(tests, ' OR ');
    if (this.principal.can('manage_options')) return { sql: `((${sql}))`, parameters };
    return fragment(`((${sql}) AND ${alias}.ID <> ?)`, ...parameters, this.privacyPage);
  }

  /** Without following what inherits its status. */
  private byStatus(alias: string): SqlFragment {
    const status = `${alias}.post_status`;
    const tests = [isOneOf(status, this.publicStatuses)];
    const { preview } = this.principal;
    if (preview) tests.push(fragment(`${alias}.ID = ?`, preview.entry));
    if (!this.principal.isAnonymous) {
      if (this.principal.can('read')) tests.push(fragment(`${alias}.post_author = ?`, this.userId));
      for (const { condition, names } of this.capabilities) {
        const others = ({ sql, parameters }: SqlFragment) =>
          fragment(
            `(${alias}.post_type ${condition} AND ${alias}.post_author <> ? AND ${sql})`,
            this.userId,
            ...parameters,
          );
        if (this.principal.can(names.read_private_posts)) tests.push(others(isOneOf(status, this.privateStatuses)));
        if (!this.principal.can(names.edit_others_posts)) continue;
        const future = this.principal.can(names.edit_published_posts) ? [] : ['future'];
        tests.push(others(isNotIn(status, [...this.privateStatuses, ...future])));
      }
    }
    const { sql, parameters } = joined(tests, ' OR ');
    return { sql: `(${sql})`, parameters };
  }

  private holdsForAll(type: string | undefined, ...names: (keyof PostTypeCapabilities)[]): boolean {
    return this.capabilities
      .filter(({ covers }) => type === undefined || covers(type))
      .every(({ names: of }) => names.every((name) => this.principal.can(of[name])));
  }
}
