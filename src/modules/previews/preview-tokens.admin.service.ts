import { Injectable } from '@nestjs/common';
import { type PreviewGrant } from '../../access/principal.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { Item } from '../../rest/response/reply.js';
import { utcIsoText } from '../../text/dates.js';
import { unknownPost } from '../entries/admin/entries.admin.policy.js';
import { type Entry } from '../entries/model/entry.js';
import { EntriesStore } from '../entries/read/entries.store.js';
import { PermalinksLoader } from '../entries/read/permalinks.loader.js';
import { PreviewChangesService } from './preview-changes.service.js';
import { PreviewTokensService } from './preview-tokens.service.js';

/** Preview tokens as nestpress/v1 shows them. */
@Injectable()
export class PreviewTokensAdminService {
  constructor(
    private readonly tokens: PreviewTokensService,
    private readonly changes: PreviewChangesService,
    private readonly entries: EntriesStore,
    private readonly permalinks: PermalinksLoader,
  ) {}

  async create(ctx: RequestContext, id: number, lifetimeSeconds: number): Promise<Item> {
    const entry = await this.entries.byId(id, { content: false });
    const created = entry && (await this.tokens.create(entry, ctx.principal, lifetimeSeconds));
    if (!created) throw unknownPost();
    const url = (await this.tokens.url(ctx.site, entry, created.token)) ?? null;
    return new Item({
      token: created.token,
      url,
      ...(await this.describe(ctx, entry)),
      expires: timeOf(created.expires),
    });
  }

  async read(ctx: RequestContext): Promise<Item> {
    const grant = grantOf(ctx);
    const [entry, version] = await Promise.all([
      this.entries.byId(grant.entry, { content: false }),
      this.changes.version(grant),
    ]);
    if (!entry) throw unknownPost();
    const own = { version, changes_url: ctx.site.rest('/nestpress/v1/preview-tokens/current/changes') };
    return new Item({ ...(await this.describe(ctx, entry)), ...own, expires: timeOf(grant.expires) });
  }

  follow(ctx: RequestContext, since: string | undefined, closed: AbortSignal): AsyncGenerator<string, void> {
    return this.changes.events(grantOf(ctx), since, closed);
  }

  async revoke({ principal }: RequestContext): Promise<void> {
    await this.tokens.revoke(principal.id);
  }

  private async describe({ site }: RequestContext, entry: Entry): Promise<object> {
    const { id, type: name, status, slug } = entry;
    const type = site.model.types.get(name);
    const link = (await this.permalinks.links(site, [entry]))(entry);
    const itemUrl = type?.restBase === undefined ? null : site.rest(`${type.route}/${id}`);
    return { post: id, type: name, status, slug, link, item_url: itemUrl };
  }
}

/** The preview that the token grants; the policy has checked that there is one. */
function grantOf({ principal }: RequestContext): PreviewGrant {
  if (!principal.preview) throw unknownPost();
  return principal.preview;
}

const timeOf = (seconds: number) => utcIsoText(new Date(seconds * 1000));
