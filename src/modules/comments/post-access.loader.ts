import { Inject, Injectable } from '@nestjs/common';
import { can, type SiteFacts, siteFacts } from '../../access/capabilities/index.js';
import { type Principal } from '../../access/principal.js';
import { type Site } from '../../site/site.js';
import { EntriesStore } from '../entries/read/entries.store.js';
import { type Entry } from '../entries/model/entry.js';
import { entryFacts, isReadable, mayEdit, parentsAmong, passwordUnlocks } from '../entries/model/readable.js';
import { APPROVED, type Comment, NOTE } from './comment.js';
import { TRASHED_FROM } from '../entries/model/entry-sources.js';
import { PROFILE, type Profile } from '../../variant/profile.js';

/** The requester's permissions for the posts of some comments, and so for the comments; needs no further queries. */
export class PostAccess {
  constructor(
    private readonly principal: Principal,
    private readonly site: SiteFacts,
    /** The posts and their ancestors. */
    private readonly entries: ReadonlyMap<number, Entry>,
    private readonly trashedFrom: ReadonlyMap<number, string>,
    private readonly hidesUnregisteredTypes: boolean,
  ) {}

  post(id: number): Entry | undefined {
    return this.entries.get(id);
  }

  mayRead(post: Entry, password?: string): boolean {
    if (this.hidesUnregisteredTypes && !this.site.model.types.has(post.type)) return false;
    if (!passwordUnlocks(post, password)) return this.mayEdit(post);
    return isReadable(this.principal, post, parentsAmong(this.entries), this.site);
  }

  mayEdit(post: Entry): boolean {
    return mayEdit(this.principal, post, this.site, this.permissionFacts(post));
  }

  private permissionFacts(post: Entry) {
    return { parent: this.entries.get(post.parent), trashedFrom: this.trashedFrom.get(post.id) };
  }

  mayEditComment(comment: Comment): boolean {
    return this.mayEditCommentsOf(comment.post);
  }

  mayEditCommentsOf(id: number): boolean {
    const post = this.entries.get(id);
    if (post?.isHidden) return false;
    return can(
      this.principal,
      'edit_comment',
      { ...(post && { post: entryFacts(post, this.permissionFacts(post)) }) },
      this.site,
    );
  }

  /** Approved on a readable post, unless it is a note; otherwise the requester's own, or one the requester may edit. */
  mayReadComment(comment: Comment, password?: string): boolean {
    const post = this.entries.get(comment.post);
    const isPublic = comment.approved === APPROVED && comment.type !== NOTE;
    if (post && isPublic && this.mayRead(post, password)) return true;
    if (this.principal.isAnonymous) return false;
    if (comment.post === 0 && !this.principal.can('moderate_comments')) return false;
    return comment.author === this.principal.id || this.mayEditComment(comment);
  }
}

@Injectable()
export class PostAccessLoader {
  constructor(
    private readonly entries: EntriesStore,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  async load(principal: Principal, site: Site, postIds: readonly number[]): Promise<PostAccess> {
    const entries = await this.entries.withAncestors(postIds);
    const { hidesUnregisteredTypes } = this.profile.comments;
    const trashedFrom = await this.trashedFrom(principal, entries);
    return new PostAccess(principal, siteFacts(site), entries, trashedFrom, hidesUnregisteredTypes);
  }

  /** Only relevant for authors of trashed entries. */
  private async trashedFrom(principal: Principal, entries: ReadonlyMap<number, Entry>): Promise<Map<number, string>> {
    const own = [...entries.values()]
      .filter((entry) => entry.status === 'trash' && entry.author === principal.id)
      .map((entry) => entry.id);
    if (own.length === 0) return new Map();
    const metas = await this.entries.metas(own, [TRASHED_FROM]);
    return new Map([...metas].map(([id, meta]) => [id, meta.get(TRASHED_FROM) ?? '']));
  }
}
