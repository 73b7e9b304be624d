import { Injectable } from '@nestjs/common';
import { ANONYMOUS } from '../../access/principal.js';
import { EntriesStore } from '../../content/entries/entries.store.js';
import { type Entry } from '../../content/entries/entry.js';
import { AddressesLoader } from '../../content/entries/permalinks/addresses.loader.js';
import { PermalinksLoader } from '../../content/entries/permalinks/permalinks.loader.js';
import { RenderedAttachmentsLoader } from '../../content/entries/present/rendered-attachments.loader.js';
import { isReadable, parentsAmong, siteFacts } from '../../content/entries/readable.js';
import { FEATURED_IMAGE } from '../../content/entries/related/related.loader.js';
import { type RenderAttachment, renderTitle, ShortcodeRegistry } from '../../content/rendering/index.js';
import { authorLink } from '../../content/users/author-link.js';
import { UsersStore } from '../../content/users/users.store.js';
import { type Site } from '../../site/site.js';
import { embedHtml } from './embed-html.js';
import { frameSize, type OembedData, thumbnail } from './oembed-data.js';

const EMBEDDABLE = new Set(['post', 'page', 'attachment']);

/** What is told about an entry besides its row. */
export interface EmbeddedParts {
  entry: Entry;
  link: string;
  /** Rendered. */
  title: string;
  image: RenderAttachment | undefined;
}

/** Describes the site's own entries to others who want to show them. */
@Injectable()
export class OembedService {
  constructor(
    private readonly addresses: AddressesLoader,
    private readonly entries: EntriesStore,
    private readonly permalinks: PermalinksLoader,
    private readonly attachments: RenderedAttachmentsLoader,
    private readonly users: UsersStore,
    private readonly shortcodes: ShortcodeRegistry,
  ) {}

  /** The entry at an address of the site, if everybody may see it. */
  async find(site: Site, url: string): Promise<EmbeddedParts | undefined> {
    const id = await this.addresses.entryAt(site, url);
    const found = id === undefined ? undefined : await this.entries.withAncestors([id]);
    const entry = id === undefined ? undefined : found?.get(id);
    if (!entry || !EMBEDDABLE.has(entry.type) || !isReadable(ANONYMOUS, entry, parentsAmong(found!), siteFacts(site)))
      return undefined;
    const [link, image] = await Promise.all([this.permalinks.links(site, [entry]), this.image(site, entry)]);
    const title = renderTitle(entry.title, this.shortcodes, entry.password === '' ? '' : 'Protected: ');
    return { entry, link: link(entry), title, image };
  }

  async describe(site: Site, url: string, maxWidth: number): Promise<OembedData | undefined> {
    const parts = await this.find(site, url);
    if (!parts) return undefined;
    const { entry, link, title, image } = parts;
    const author = await this.users.byId(entry.author);
    const siteName = site.option('blogname');
    const size = frameSize(maxWidth);
    return {
      version: '1.0',
      provider_name: siteName,
      provider_url: site.home,
      author_name: author?.displayName ?? siteName,
      author_url: author ? authorLink(author, site) : site.home,
      title: entry.title,
      type: entry.type === 'attachment' && entry.mimeType.startsWith('video/') ? 'video' : 'rich',
      ...size,
      html: embedHtml({
        link,
        title,
        siteName,
        ...size,
        endsWithSlash: site.option('permalink_structure').endsWith('/'),
      }),
      ...thumbnail(image, size.width),
    };
  }

  /** Of an image itself, of anything else the featured one. */
  private async image(site: Site, entry: Entry): Promise<RenderAttachment | undefined> {
    const isImage = entry.type === 'attachment' && entry.mimeType.startsWith('image/');
    const id = isImage
      ? entry.id
      : Number((await this.entries.meta(entry.id, [FEATURED_IMAGE])).get(FEATURED_IMAGE) ?? 0);
    return id > 0 ? (await this.attachments.load(site, [id], [], { pages: false })).attachments.get(id) : undefined;
  }
}
