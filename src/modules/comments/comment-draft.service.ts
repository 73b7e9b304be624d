import { Inject, Injectable } from '@nestjs/common';
import { type CapabilityHolder, holds } from '../../access/capabilities/index.js';
import { RolesStore } from '../../access/roles.store.js';
import { NOTE } from './comment.js';
import { type CommentChanges, type NewComment } from './comments.writer.js';
import { siteNow } from '../entries/write/entry-changes.js';
import { dateWithGmt } from '../../text/dates.js';
import { type User } from '../users/user.js';
import { UsersStore } from '../users/users.store.js';
import { trimAscii } from '../../text/php-strings.js';
import { isMap, isTruthy } from '../../text/php/php-values.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { type CommentValues } from './comments.dto.js';
import * as errors from './comments.errors.js';
import { clientAddress, isNote } from './comments.policy.js';

/** Turns the values of a request into those of a comment; texts stay as sent. */
@Injectable()
export class CommentDraftService {
  constructor(
    private readonly users: UsersStore,
    private readonly roles: RolesStore,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  /** Only the given values. An author's user ID also sets the name and addresses. */
  async changes(ctx: RequestContext, values: Partial<CommentValues>): Promise<CommentChanges> {
    const user = values.author === undefined ? undefined : await this.user(values.author);
    const date = this.date(ctx, values);
    const provided: CommentChanges = {
      post: idOf(values.post),
      parent: idOf(values.parent),
      author: user?.id,
      authorName: values.author_name ?? user?.displayName,
      authorEmail: values.author_email ?? user?.email,
      authorUrl: values.author_url ?? user?.url,
      authorIp: values.author_ip,
      userAgent: values.author_user_agent,
      content: this.contentOf(values.content),
      date: date?.local,
      dateGmt: date?.gmt,
    };
    return Object.fromEntries(Object.entries(provided).filter(([, value]) => value !== undefined));
  }

  /** A complete new comment; by the requester if no author is given. */
  async creation(ctx: RequestContext, values: Partial<CommentValues>): Promise<NewComment> {
    const { principal, request, site } = ctx;
    const provided = await this.changes(ctx, values);
    const now = siteNow(new Date(), site.zone);
    const isOwn = ![provided.author, provided.authorName, provided.authorEmail, provided.authorUrl].some(isTruthy);
    return {
      type: isNote(ctx) ? NOTE : this.profile.comments.storesTypes ? 'comment' : '',
      post: 0,
      parent: 0,
      author: 0,
      authorName: '',
      authorEmail: '',
      authorUrl: '',
      authorIp: clientAddress(ctx),
      userAgent: request.header('user-agent') ?? '',
      date: now.local,
      dateGmt: now.gmt,
      content: '',
      ...provided,
      ...(isOwn && {
        author: principal.id,
        authorName: principal.displayName,
        authorEmail: principal.email,
        authorUrl: principal.url,
      }),
    };
  }

  /** Whether the author of a comment, who may differ from the requester, has a capability. Visitors have none. */
  async authorCan(ctx: RequestContext, author: number, capability: string): Promise<boolean> {
    return author !== 0 && holds(await this.holder(ctx, author), capability);
  }

  private async holder({ principal }: RequestContext, id: number): Promise<CapabilityHolder> {
    if (id === principal.id) return principal;
    const user = await this.users.byId(id);
    return { id, caps: user ? await this.roles.granted(user.login, user.capabilities) : new Set() };
  }

  private contentOf(content: unknown): string | undefined {
    const text = contentOf(content);
    return this.profile.comments.trimsContent && text !== undefined ? trimAscii(text) : text;
  }

  private async user(id: number): Promise<User> {
    const user = await this.users.byId(id);
    if (!user) throw errors.unknownAuthor();
    return user;
  }

  private date({ site }: RequestContext, { date, date_gmt }: Partial<CommentValues>) {
    if (date) return dateWithGmt(date, false, site.zone);
    return date_gmt ? dateWithGmt(date_gmt, true, site.zone) : undefined;
  }
}

/** Text, or the `raw` of an object; `rendered` cannot be written. */
function contentOf(content: unknown): string | undefined {
  const raw = isMap(content) ? content.raw : content;
  return typeof raw === 'string' ? raw : undefined;
}

function idOf(id: number | undefined): number | undefined {
  return id === undefined || (id >= 0 && Number.isSafeInteger(id)) ? id : 0;
}
