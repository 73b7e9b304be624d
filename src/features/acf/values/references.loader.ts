import { Inject, Injectable } from '@nestjs/common';
import { type Principal, siteFacts } from '../../../access/index.js';
import { type FieldRequest, type FieldSource, type FieldTrace } from '../../../content-model/index.js';
import {
  ATTACHMENT_META_KEYS,
  EntriesStore,
  EntryRenderer,
  EntryVersions,
  isReadable,
  mayEdit,
  parentsAmong,
  PermalinksLoader,
} from '../../../modules/entries/index.js';
import { avatarUrls, type User, UsersStore } from '../../../modules/users/index.js';
import { type Site } from '../../../site/index.js';
import { escapeAttribute, type JsonRecord } from '../../../text/index.js';
import { type Post } from '../../../database/entities/index.js';
import { PROFILE, type Profile } from '../../../variant/profile.js';
import { attachmentObject, registeredSizes } from './attachment-object.js';
import { type CompiledFields, readAll } from './field-format.js';
import { type ItemValues } from './item-values.js';
import { type ReferencedUser, ReferenceNeeds, type References } from './references.js';
import { ReferencesStore, type TermRow } from './references.store.js';
import { renderTexts } from './rich-texts.js';

type EntryReferences = Pick<References, 'posts' | 'addresses' | 'attachments'> & {
  /** Whether versions follow what their addresses are made of. */
  readonly hasVersions: boolean;
};

const NO_ENTRIES: EntryReferences = {
  posts: new Map(),
  addresses: new Map(),
  attachments: new Map(),
  hasVersions: true,
};

/** Loads what the values of a page refer to in the template format, in a constant number of queries. */
@Injectable()
export class ReferencesLoader {
  constructor(
    private readonly store: ReferencesStore,
    private readonly entries: EntriesStore,
    private readonly permalinks: PermalinksLoader,
    private readonly renderer: EntryRenderer,
    private readonly users: UsersStore,
    private readonly versions: EntryVersions,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  async load(
    site: Site,
    request: FieldRequest,
    items: readonly { readonly collectors: CompiledFields<ReferenceNeeds>; readonly values: ItemValues }[],
  ): Promise<References> {
    const needs = new ReferenceNeeds();
    const byItem = items.map(({ collectors, values }) => {
      const own = new ReferenceNeeds();
      readAll(collectors, values, '', own);
      needs.add(own);
      return [values.id, own] as const;
    });
    const [{ hasVersions, ...entries }, users, terms, texts] = await Promise.all([
      this.loadEntries(site, request, needs),
      this.loadUsers(site, request, [...needs.users]),
      this.loadTerms(needs),
      renderTexts(this.renderer, site, [...needs.texts]),
    ]);
    // What requesters may read of other entries and of users has no versions.
    const { trace } = request;
    const isComplete = hasVersions && (request.principal as Principal).isAnonymous;
    if (trace)
      for (const [id, own] of byItem)
        if (isComplete && [...own.texts].every((text) => !texts.unversioned.has(text))) this.trace(trace, id, own);
        else trace.exclude(id);
    return { ...entries, users, terms, texts: texts.html };
  }

  private trace(
    trace: FieldTrace,
    item: number,
    { posts, addresses, attachments, users, terms }: ReferenceNeeds,
  ): void {
    trace.follow(item, this.versions, [...posts, ...addresses, ...attachments]);
    trace.follow(item, this.userVersions, users);
    for (const ids of terms.values()) trace.follow(item, this.termVersions, ids);
  }

  /** The users themselves: many changes of their rows have no version. */
  private readonly userVersions: FieldSource = {
    name: 'users',
    versions: async (ids) =>
      new Map(
        [...(await this.users.byIds(ids))].map(
          ([id, user]) => [id, JSON.stringify(userMembers(user, user.email, ''))] as const,
        ),
      ),
  };

  /** With numbers of entries, which the versions of entries do not follow. */
  private readonly termVersions: FieldSource = { name: 'terms', versions: (ids) => this.store.termVersions(ids) };

  private async loadEntries(
    site: Site,
    request: FieldRequest,
    { posts, addresses, attachments }: ReferenceNeeds,
  ): Promise<EntryReferences> {
    const ids = [...new Set([...posts, ...addresses, ...attachments])];
    if (ids.length === 0) return NO_ENTRIES;
    const [rows, metas] = await Promise.all([
      this.store.posts(ids),
      this.entries.metas([...attachments], ATTACHMENT_META_KEYS),
    ]);
    const preloaded = new Map<number, Post>(rows);
    const above = await this.entries.withAncestors([...rows.keys()], { preloaded });
    const files = [...rows.values()].filter(({ type, id }) => type === 'attachment' && attachments.has(id));
    const linked = [...rows.values()].filter(({ id }) => addresses.has(id));
    const link = await this.permalinks.links(site, [...files, ...linked], undefined, above);
    const facts = siteFacts(site);
    const principal = request.principal as Principal;
    const parentOf = parentsAmong(above);
    const shown = [...rows.values()].filter((row) => posts.has(row.id) && isReadable(principal, row, parentOf, facts));
    const sizes = registeredSizes(site, this.profile.media.furtherSizes);
    return {
      hasVersions: link.isVersioned,
      posts: new Map(
        shown.map((row) => [row.id, postObject(row, row.password === '' || mayEdit(principal, row, facts))] as const),
      ),
      addresses: new Map(linked.map((row) => [row.id, link(row)] as const)),
      attachments: new Map(
        files.map((row) => [row.id, attachmentObject(site, row, metas.get(row.id), link(row), sizes)] as const),
      ),
    };
  }

  private async loadUsers(
    site: Site,
    { principal }: FieldRequest,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, ReferencedUser>> {
    if (ids.length === 0) return new Map();
    const users = await this.users.byIds(ids);
    const seesEmails = principal.can('list_users');
    return new Map(
      [...users].map(([id, user]) => {
        const email = seesEmails || principal.id === id ? user.email : '';
        const members = userMembers(user, email, this.avatar(site, user));
        return [id, { members, object: userObject(user, email) }] as const;
      }),
    );
  }

  private avatar(site: Site, { email }: User): string {
    const url = avatarUrls(email, site, this.profile.users)?.['96'];
    if (!url) return '';
    const src = (pixels: number) => escapeAttribute(url.replace('s=96', `s=${pixels}`)).replaceAll('&amp;', '&#038;');
    return (
      `<img alt='' src='${src(96)}' srcset='${src(192)} 2x' class='avatar avatar-96 photo' height='96' width='96' ` +
      "loading='lazy' decoding='async'/>"
    );
  }

  private async loadTerms({ terms }: ReferenceNeeds): Promise<ReadonlyMap<number, JsonRecord>> {
    const ids = [...new Set([...terms.values()].flatMap((ids) => [...ids]))];
    const rows = await this.store.terms(ids, [...terms.keys()]);
    return new Map(
      rows.flatMap((row) => (terms.get(row.taxonomy)?.has(Number(row.id)) ? [[Number(row.id), termObject(row)]] : [])),
    );
  }
}

/** A post as PHP has it. A password and what it protects are only for those who may edit the post. */
function postObject(row: Post, isOpen: boolean): JsonRecord {
  return {
    ID: row.id,
    post_author: String(row.author),
    post_date: row.date,
    post_date_gmt: row.dateGmt,
    post_content: isOpen ? row.content : '',
    post_title: row.title,
    post_excerpt: isOpen ? row.excerpt : '',
    post_status: row.status,
    comment_status: row.commentStatus,
    ping_status: row.pingStatus,
    post_password: isOpen ? row.password : '',
    post_name: row.slug,
    to_ping: row.toPing,
    pinged: row.pinged,
    post_modified: row.modified,
    post_modified_gmt: row.modifiedGmt,
    post_content_filtered: isOpen ? row.contentFiltered : '',
    post_parent: row.parent,
    guid: row.guid,
    menu_order: row.menuOrder,
    post_type: row.type,
    post_mime_type: row.mimeType,
    comment_count: String(row.commentCount),
    filter: 'raw',
  };
}

function termObject({ id, name, slug, group, relation, taxonomy, description, parent, count }: TermRow): JsonRecord {
  return {
    term_id: Number(id),
    name,
    slug,
    term_group: Number(group),
    term_taxonomy_id: Number(relation),
    taxonomy,
    description,
    parent: Number(parent),
    count: Number(count),
    filter: 'raw',
  };
}

function userMembers(user: User, email: string, avatar: string): JsonRecord {
  return {
    ID: user.id,
    user_firstname: user.firstName,
    user_lastname: user.lastName,
    nickname: user.nickname,
    user_nicename: user.nicename,
    display_name: user.displayName,
    user_email: email,
    user_url: user.url,
    user_registered: user.registered,
    user_description: user.description,
    user_avatar: avatar,
  };
}

/** The public part of what PHP has: neither the password's hash nor capabilities leave the service. */
function userObject(user: User, email: string): JsonRecord {
  return {
    data: {
      ID: String(user.id),
      user_nicename: user.nicename,
      user_email: email,
      user_url: user.url,
      user_registered: user.registered,
      display_name: user.displayName,
    },
    ID: user.id,
  };
}
