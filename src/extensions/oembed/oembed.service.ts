import { Injectable } from '@nestjs/common';
import { EntriesStore } from '../../content/entries/entries.store.js';
import { type Entry } from '../../content/entries/entry.js';
import { type EmbeddedEntry, EmbeddedPostsLoader } from '../../content/entries/present/embedded-posts.loader.js';
import { RenderedAttachmentsLoader } from '../../content/entries/present/rendered-attachments.loader.js';
import { FEATURED_IMAGE } from '../../content/entries/related/related.loader.js';
import { frameSize, type RenderAttachment } from '../../content/rendering/index.js';
import { authorLink } from '../../content/users/author-link.js';
import { UsersStore } from '../../content/users/users.store.js';
import { type Site } from '../../site/site.js';
import { embedHtml } from './embed-html.js';
import { type OembedData, thumbnail } from './oembed-data.js';

/** An entry at an address, and the picture that stands for it. */
export interface EmbeddedEntryWithImage extends EmbeddedEntry {
  readonly image: RenderAttachment | undefined;
}

/** Describes the site's own entries to other sites that embed them. */
@Injectable()
export class OembedService {
  constructor(
    private readonly embeddedPosts: EmbeddedPostsLoader,
    private readonly entries: EntriesStore,
    private readonly attachments: RenderedAttachmentsLoader,
    private readonly users: UsersStore,
  ) {}

  /** The entry at an address of the site, if anonymous requesters may read it. */
  async find(site: Site, url: string): Promise<EmbeddedEntryWithImage | undefined> {
    const found = (await this.embeddedPosts.load(site, [url])).get(url);
    return found && { ...found, image: await this.image(site, found.entry) };
  }

  async describe(site: Site, url: string, maxWidth: number): Promise<OembedData | undefined> {
    const found = await this.find(site, url);
    if (!found) return undefined;
    const { entry, siteName, image } = found;
    const author = await this.users.byId(entry.author);
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
      html: embedHtml(found, maxWidth),
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
