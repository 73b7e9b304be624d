import { Inject, Injectable } from '@nestjs/common';
import { EntriesStore } from '../entries/read/entries.store.js';
import { type Entry } from '../entries/model/entry.js';
import { type EmbeddedEntry, EmbeddedPostsLoader } from '../entries/read/rendering/embedded-posts.loader.js';
import { RenderedAttachmentsLoader } from '../entries/read/rendering/rendered-attachments.loader.js';
import { publicAmong } from '../entries/model/readable.js';
import { FEATURED_IMAGE } from '../entries/model/entry-sources.js';
import {
  type EmbeddedPost,
  embedViewUrl,
  frameAttributes,
  frameSize,
  type RenderAttachment,
} from '../../rendering/index.js';
import { constrain, sameRatio } from '../../rendering/media/responsive.js';
import { authorLink } from '../users/user.js';
import { UsersStore } from '../users/users.store.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { type Site } from '../../site/site.js';
import { escapeUrl } from '../../text/urls.js';
import { PROFILE, type Profile } from '../../variant/profile.js';

/** The same error for every failure, so that the response reveals nothing about the request made. */
export const invalidUrl = () => new RestError('oembed_invalid_url', 'Not Found', 404);

/**
 * Runs in pages that embed an entry: gives each frame a secret, trusts only messages with it, and on request
 * sets the frame's height, shows it in place of the quotation, or follows a link within the frame's host.
 * Contains neither `<` nor `&`, so that no filter can damage it.
 */
const SCRIPT = `(function (w, d) {
  if (w.entryEmbeds) return;
  w.entryEmbeds = true;
  var each = function (selector, work) { Array.prototype.forEach.call(d.querySelectorAll(selector), work); };
  var host = function (address) { var a = d.createElement("a"); a.href = address; return /^https?:$/.test(a.protocol) ? a.host : ""; };
  w.addEventListener("message", function (event) {
    var said = event.data;
    if (!said || !/^[a-zA-Z0-9]+$/.test(said.secret || "")) return;
    each('iframe[data-secret="' + said.secret + '"]', function (frame) {
      if (event.source !== frame.contentWindow) return;
      each('blockquote[data-secret="' + said.secret + '"]', function (quote) { quote.style.display = "none"; });
      frame.removeAttribute("style");
      if (said.message === "height") frame.height = Math.min(1000, Math.max(200, parseInt(said.value, 10) || 200));
      if (said.message !== "link" || d.activeElement !== frame) return;
      if (host(said.value) !== "") if (host(said.value) === host(frame.src)) w.top.location.href = said.value;
    });
  });
  var start = function () {
    each("iframe.wp-embedded-content:not([data-secret])", function (frame) {
      var bytes = w.crypto.getRandomValues(new Uint8Array(10));
      var secret = Array.prototype.map.call(bytes, function (byte) { return (byte % 36).toString(36); }).join("");
      var quote = frame.parentNode.querySelector("blockquote.wp-embedded-content:not([data-secret])");
      if (quote) quote.setAttribute("data-secret", secret);
      frame.setAttribute("data-secret", secret);
      frame.src = frame.src.split("#")[0] + "#?secret=" + secret;
    });
  };
  if (d.readyState === "loading") d.addEventListener("DOMContentLoaded", start); else start();
})(window, document);`;

export const EMBED_SCRIPT = `<script type="text/javascript">\n${SCRIPT}\n</script>`;

/** The embed for pages of other sites: a quotation for browsers without frames, the frame, and the script that pairs them. */
export function embedHtml(post: EmbeddedPost, maxWidth: number): string {
  return (
    `<blockquote class="wp-embedded-content"><a href="${escapeUrl(post.link)}">${post.title}</a></blockquote>\n${EMBED_SCRIPT}` +
    `<iframe sandbox="allow-scripts" security="restricted" src="${escapeUrl(embedViewUrl(post))}" ` +
    `${frameAttributes(post, maxWidth)} class="wp-embedded-content"></iframe>`
  );
}

/** Properties of a response, in the order of the REST API. */
export interface OembedData {
  version: string;
  provider_name: string;
  provider_url: string;
  author_name: string;
  author_url: string;
  title: string;
  type: 'rich' | 'video';
  width: number;
  height: number;
  html: string;
  thumbnail_url?: string;
  thumbnail_width?: number;
  thumbnail_height?: number;
}

/** The image, scaled down to the width of the frame. */
export function thumbnail(image: RenderAttachment | undefined, width: number): Partial<OembedData> {
  if (!image?.mime.startsWith('image/')) return {};
  const visible = constrain({ width: image.image?.width ?? 0, height: image.image?.height ?? 0 }, width, 0);
  return { thumbnail_url: image.url, thumbnail_width: visible.width, thumbnail_height: visible.height };
}

/** The attachment with the smallest stored size that fills the width and is not cropped; unchanged if there is none. */
export function withSmallestFile(attachment: RenderAttachment | undefined, width: number): typeof attachment {
  const image = attachment?.image;
  if (!image) return attachment;
  const [smallest] = [...image.sizes.values()]
    .filter((size) => size.width >= width && sameRatio(size, image))
    .sort((a, b) => a.width * a.height - b.width * b.height);
  if (!smallest) return attachment;
  const folder = attachment.url.slice(0, attachment.url.lastIndexOf('/') + 1);
  return { ...attachment, url: folder + smallest.file, image: { ...image, ...smallest } };
}

/** An entry at a URL, and its image. */
interface EmbeddedEntryWithImage extends EmbeddedEntry {
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
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  /** The entry at a URL of the site, if anonymous requesters may read it. */
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
    const { describesPages } = this.profile.oembed;
    return {
      version: '1.0',
      provider_name: siteName,
      provider_url: site.home,
      author_name: author?.displayName ?? siteName,
      author_url: author ? authorLink(author, site) : site.home,
      title: describesPages ? found.title : entry.title,
      type: entry.type === 'attachment' && entry.mimeType.startsWith('video/') ? 'video' : 'rich',
      ...size,
      html: embedHtml(found, maxWidth),
      ...thumbnail(describesPages ? withSmallestFile(image, size.width) : image, size.width),
    };
  }

  /** An image itself, otherwise the featured image, if everybody may read it. */
  private async image(site: Site, entry: Entry): Promise<RenderAttachment | undefined> {
    const isImage = entry.type === 'attachment' && entry.mimeType.startsWith('image/');
    const id = isImage
      ? entry.id
      : Number((await this.entries.meta(entry.id, [FEATURED_IMAGE])).get(FEATURED_IMAGE) ?? 0);
    const [image] = await publicAmong(this.entries, site, [id]);
    if (image === undefined) return undefined;
    return (await this.attachments.load(site, [image], [], { pages: false })).attachments.get(image);
  }
}
