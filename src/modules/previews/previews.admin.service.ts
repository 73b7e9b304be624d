import { Injectable } from '@nestjs/common';
import { type RequestContext } from '../../rest/http/request-context.js';
import { Item } from '../../rest/response/reply.js';
import { type Site } from '../../site/site.js';
import { utcIsoText } from '../../text/dates.js';
import { type Principal } from '../../access/principal.js';
import { unknownPost } from '../entries/admin/entries.admin.policy.js';
import { EntriesStore } from '../entries/read/entries.store.js';
import { PreviewsService } from './previews.service.js';
import { type PreviewLink, PreviewsStore } from './previews.store.js';

/** Preview links as nestpress/v1 shows them. */
@Injectable()
export class PreviewsAdminService {
  constructor(
    private readonly previews: PreviewsStore,
    private readonly links: PreviewsService,
    private readonly entries: EntriesStore,
  ) {}

  async list(site: Site, post: number): Promise<Item[]> {
    const entry = await this.entries.byId(post, { content: false });
    return entry ? (await this.links.list(site, entry)).map((preview) => present(preview)) : [];
  }

  async create({ site, principal }: RequestContext, post: number, lifetimeSeconds: number): Promise<Item> {
    const entry = await this.entries.byId(post, { content: false });
    if (!entry) throw unknownPost();
    const preview = await this.previews.create(entry, principal, lifetimeSeconds);
    return present(preview, `${site.serviceHome}/?p=${post}&preview_token=${preview.token}`);
  }

  async delete(id: number, principal: Principal): Promise<void> {
    const preview = await this.previews.byId(id);
    const entry = preview && (await this.entries.byId(preview.post, { content: false }));
    if (preview && entry) await this.previews.delete(preview, entry, principal);
  }
}

function present({ id, post, author, created, expires }: PreviewLink, url?: string): Item {
  return new Item({
    id,
    post,
    author,
    created: utcIsoText(new Date(Number(created) * 1000)),
    expires: utcIsoText(new Date(Number(expires) * 1000)),
    ...(url !== undefined && { url }),
  });
}
