import { siteFacts } from '../../../access/capabilities/index.js';
import { Injectable } from '@nestjs/common';
import { type PostType } from '../../../content-model/post-types.js';
import { denied } from '../../../rest/errors/catalogue.js';
import { RestError } from '../../../rest/errors/rest-error.js';
import { type RequestContext } from '../../../rest/http/request-context.js';
import { type Site } from '../../../site/site.js';
import { EntriesStore } from '../read/entries.store.js';
import { type Entry } from '../model/entry.js';
import { cannotPublish, refusedTransition } from '../api/entry.errors.js';
import { TRASHED_FROM } from '../model/entry-sources.js';
import { mayEdit } from '../model/readable.js';

type Verdict = Promise<true | RestError>;

export const unknownPost = () => new RestError('rest_post_invalid_id', 'There is no such post.', 404);

/** The entry that is edited under this number: for a revision, the one it belongs to. */
export async function findEdited(entries: EntriesStore, site: Site, id: number): Promise<Entry | undefined> {
  const found = await entries.byId(id, { content: false });
  const entry = found?.type === 'revision' ? await entries.byId(found.parent, { content: false }) : found;
  return entry && site.model.types.get(entry.type)?.restBase !== undefined ? entry : undefined;
}

/** The post type, if entries are created through the routes that every type has. */
export function creatableType(site: Site, name: string): PostType | undefined {
  return site.model.restTypes.find((type) => type.name === name && !type.hasOwnRoutes);
}

/** Who may use the routes of entries in nestpress/v1: the same rules that guard the entries themselves. */
@Injectable()
export class EntriesAdminPolicy {
  constructor(private readonly entries: EntriesStore) {}

  /** Lists of the editing pages. */
  write({ principal, site }: RequestContext): true | RestError {
    const isWriter = site.model.restTypes.some(({ capabilities }) => principal.can(capabilities.edit_posts));
    return isWriter || denied(principal, 'rest_cannot_view', 'You may not edit posts.');
  }

  async editPost({ principal, site }: RequestContext, { post }: { post: number }): Verdict {
    const entry = await this.entries.byId(post, { content: false });
    if (!entry || entry.type === 'revision') return unknownPost();
    const isEditor = mayEdit(principal, entry, siteFacts(site));
    return isEditor || denied(principal, 'rest_cannot_edit', 'You may not edit this post.');
  }

  async editEntry({ principal, site }: RequestContext, { id }: { id: number }): Verdict {
    if (principal.isAnonymous) return denied(principal, 'rest_cannot_edit', 'You may not edit this post.');
    const entry = await findEdited(this.entries, site, id);
    if (!entry) return unknownPost();
    const isEditor = mayEdit(principal, entry, siteFacts(site));
    return isEditor || denied(principal, 'rest_cannot_edit', 'You may not edit this post.');
  }

  /** Those who may edit the entry as it was before the trash; publishing it needs the right to publish. */
  async restoreEntry(
    { principal, site }: RequestContext,
    { id, status = '' }: { id: number; status?: string },
  ): Verdict {
    if (principal.isAnonymous) return denied(principal, 'rest_cannot_edit', 'You may not edit this post.');
    const entry = await findEdited(this.entries, site, id);
    if (!entry) return unknownPost();
    const trashedFrom = (await this.entries.meta(entry.id, [TRASHED_FROM])).get(TRASHED_FROM);
    const parent = entry.parent > 0 ? await this.entries.byId(entry.parent, { content: false }) : undefined;
    if (!mayEdit(principal, entry, siteFacts(site), { trashedFrom, parent }))
      return denied(principal, 'rest_cannot_edit', 'You may not edit this post.');
    const type = site.model.types.get(entry.type);
    const before = entry.status === 'trash' ? (trashedFrom ?? 'draft') : entry.status;
    const refused = type && status !== '' ? refusedTransition(principal, type, before, status) : undefined;
    if (refused) return refused;
    const publishes = ['publish', 'future', 'private'].includes(status);
    const capability = type?.capabilities.publish_posts ?? 'publish_posts';
    return !publishes || principal.can(capability) || cannotPublish(principal);
  }

  /** An unknown type is reported by the route itself, to those who may write at all. */
  createEntry(ctx: RequestContext, { type }: { type: string }): true | RestError {
    const capability = creatableType(ctx.site, type)?.capabilities.create_posts;
    if (capability === undefined) return this.write(ctx);
    const { principal } = ctx;
    return (
      principal.can(capability) || denied(principal, 'rest_cannot_create', 'You may not create posts of this type.')
    );
  }
}
