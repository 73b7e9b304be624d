import { Inject, Injectable } from '@nestjs/common';
import { EntriesStore } from '../read/entries.store.js';
import { authErrorStatus } from '../../../rest/errors/catalogue.js';
import { RestError } from '../../../rest/errors/rest-error.js';
import { EmbedRegistry } from '../../../rest/response/embed.js';
import { type Item } from '../../../rest/response/reply.js';
import { type RequestContext } from '../../../rest/http/request-context.js';
import { PROFILE, type Profile } from '../../../variant/profile.js';
import { EntriesService } from './entries.service.js';
import { unknownEntry } from './entry.errors.js';
import { type EntryResource } from './entry-resource.js';

/** Entries embedded in other resources: a comment's post, the parent of a page. */
@Injectable()
export class EntryEmbedsService {
  constructor(
    private readonly store: EntriesStore,
    private readonly entries: EntriesService,
    private readonly embeds: EmbedRegistry,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  register(resource: EntryResource): void {
    this.embeds.register(resource.type.restBase!, { byId: (ctx, ids) => this.byId(ctx, resource, ids.map(Number)) });
  }

  private async byId(
    ctx: RequestContext,
    resource: EntryResource,
    ids: readonly number[],
  ): Promise<Map<number, Item | object>> {
    const rows = await this.store.byIds(ids);
    const ofType = [...rows.values()].filter((entry) => entry.type === resource.type.name);
    const readable = await this.entries.readable(ctx, ofType);
    const items = await this.entries.items(ctx, resource, readable, 'embed');
    const embedded = new Map<number, Item | object>(ids.map((id) => [id, unknownEntry().body]));
    for (const { id } of ofType) embedded.set(id, this.forbidden(ctx).body);
    for (const [index, { id }] of readable.entries()) embedded.set(id, items[index]!);
    return embedded;
  }

  private forbidden(ctx: RequestContext): RestError {
    const status = this.profile.rest.unauthorizedForAnonymous ? authErrorStatus(ctx.principal) : 403;
    return new RestError('rest_forbidden', 'Sorry, you are not allowed to do that.', status);
  }
}
