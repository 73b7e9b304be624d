import { Injectable } from '@nestjs/common';
import { can } from '../../access/capabilities/index.js';
import { type Entry } from '../../modules/entries/entry.js';
import { EntriesStore } from '../../modules/entries/entries.store.js';
import { isReadable, mayEdit, parentsAmong, siteFacts } from '../../modules/entries/readable.js';
import { UsersStore } from '../../modules/users/users.store.js';
import { denied } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { type PostType } from '../../site/model/post-types.js';
import { type Site } from '../../site/site.js';
import { canBePreviewed } from '../../modules/previews/previews.service.js';
import { PreviewsStore } from '../../modules/previews/previews.store.js';

type Verdict = Promise<true | RestError>;

export const unknownPost = () => new RestError('rest_post_invalid_id', 'There is no such post.', 404);
export const unknownUser = () => new RestError('rest_user_invalid_id', 'There is no such user.', 404);
const unknownPreview = () => new RestError('rest_preview_invalid_id', 'There is no such preview link.', 404);

const hiddenPost = () =>
  new RestError('rest_cannot_preview', 'Private and trashed posts cannot have preview links.', 400);

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

/** Who may use nestpress/v1: the same rules that guard the items themselves. */
@Injectable()
export class NestpressPolicy {
  constructor(
    private readonly entries: EntriesStore,
    private readonly users: UsersStore,
    private readonly previews: PreviewsStore,
  ) {}

  /** Lists of the editing pages. */
  write({ principal, site }: RequestContext): true | RestError {
    const isWriter = site.model.restTypes.some(({ capabilities }) => principal.can(capabilities.edit_posts));
    return isWriter || denied(principal, 'rest_cannot_view', 'You may not edit posts.');
  }

  signedIn({ principal }: RequestContext): true | RestError {
    return !principal.isAnonymous || denied(principal, 'rest_cannot_read', 'You are not signed in.');
  }

  manage({ principal }: RequestContext): true | RestError {
    return principal.can('manage_options') || denied(principal, 'rest_cannot_manage', 'You may not manage this site.');
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

  /** An unknown type is reported by the route itself, to those who may write at all. */
  createEntry(ctx: RequestContext, { type }: { type: string }): true | RestError {
    const capability = creatableType(ctx.site, type)?.capabilities.create_posts;
    if (capability === undefined) return this.write(ctx);
    const { principal } = ctx;
    return (
      principal.can(capability) || denied(principal, 'rest_cannot_create', 'You may not create posts of this type.')
    );
  }

  async createPreview(ctx: RequestContext, args: { post: number }): Verdict {
    const verdict = await this.editPost(ctx, args);
    if (verdict !== true) return verdict;
    const entry = await this.entries.byId(args.post, { content: false });
    return (entry !== undefined && canBePreviewed(entry)) || hiddenPost();
  }

  async deletePreview(ctx: RequestContext, { id }: { id: number }): Verdict {
    const preview = await this.previews.byId(id);
    if (!preview) return ctx.principal.can('edit_posts') ? unknownPreview() : this.write(ctx);
    return this.editPost(ctx, preview);
  }

  upload({ principal }: RequestContext): true | RestError {
    return principal.can('upload_files') || denied(principal, 'rest_cannot_view', 'You may not manage media.');
  }

  async readMedia({ principal, site }: RequestContext, { id }: { id: number }): Verdict {
    if (!principal.can('upload_files')) return denied(principal, 'rest_cannot_view', 'You may not manage media.');
    const found = await this.entries.withAncestors([id]);
    const entry = found.get(id);
    if (entry?.type !== 'attachment') return unknownPost();
    const mayRead = isReadable(principal, entry, parentsAmong(found), siteFacts(site));
    return mayRead || denied(principal, 'rest_cannot_view', 'You may not read this file.');
  }

  /** Sessions, second factors and links to choose a password: not for programs with an application password. */
  async manageSignIn(ctx: RequestContext, args: { user: number }): Verdict {
    const verdict = await this.editUser(ctx, args);
    if (verdict !== true || ctx.principal.applicationPassword === undefined) return verdict;
    return denied(ctx.principal, 'rest_cannot_edit', 'Application passwords may not change how users sign in.');
  }

  async changeOwnSignIn(ctx: RequestContext, args: { user: number }): Verdict {
    const verdict = await this.manageSignIn(ctx, args);
    if (verdict !== true || ctx.principal.id === args.user) return verdict;
    return denied(ctx.principal, 'rest_cannot_edit', 'Users set up a second factor themselves.');
  }

  async editUser({ principal, site }: RequestContext, { user }: { user: number }): Verdict {
    if (principal.isAnonymous) return denied(principal, 'rest_cannot_edit', 'You may not edit this user.');
    if (user !== principal.id && !(await this.users.byId(user)))
      return principal.can('list_users')
        ? unknownUser()
        : denied(principal, 'rest_cannot_edit', 'You may not edit this user.');
    return (
      can(principal, 'edit_user', { id: user }, siteFacts(site)) ||
      denied(principal, 'rest_cannot_edit', 'You may not edit this user.')
    );
  }
}
