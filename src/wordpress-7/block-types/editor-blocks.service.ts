import { Injectable } from '@nestjs/common';
import { createNonce } from '../../access/authentication/nonce.js';
import { SecretKeysService } from '../../access/authentication/secret-keys.service.js';
import { EntryRenderer } from '../../modules/entries/present/entry-renderer.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { escapeHtml } from '../../text/escape.js';
import { escapeUrl } from '../../text/urls.js';
import { ALIGNMENTS, wrapperAttributes } from '../blocks/dynamic/wrapper.js';
import { activeTheme, TemplatesLoader } from '../templates/templates.loader.js';

type Attributes = Readonly<Record<string, unknown>>;
type RenderForEditor = (ctx: RequestContext, attributes: Attributes) => Promise<string>;

const TEMPLATE_PART = 'wp_template_part';
const PART_TAGS = new Set(['header', 'footer', 'main', 'section', 'article', 'aside', 'div']);
const AREA_TAGS: ReadonlyMap<string, string> = new Map([
  ['header', 'header'],
  ['footer', 'footer'],
]);

/** Blocks that editors preview and that depend on more than a post: on the theme, on the requester, or on other sites. */
@Injectable()
export class EditorBlocksService {
  private readonly renderers: ReadonlyMap<string, RenderForEditor> = new Map<string, RenderForEditor>([
    ['core/template-part', (ctx, attributes) => this.templatePart(ctx, attributes)],
    ['core/loginout', (ctx, attributes) => this.logOutLink(ctx, attributes)],
    ['core/rss', (_ctx, attributes) => Promise.resolve(feedNotice(attributes))],
  ]);

  constructor(
    private readonly templates: TemplatesLoader,
    private readonly renderer: EntryRenderer,
    private readonly keys: SecretKeysService,
  ) {}

  /** Undefined if the block is rendered like those in contents. */
  render(ctx: RequestContext, name: string, attributes: Attributes): Promise<string> | undefined {
    return this.renderers.get(name)?.(ctx, attributes);
  }

  /** Empty if the active theme has no such part. */
  private async templatePart(ctx: RequestContext, attributes: Attributes): Promise<string> {
    const { slug, theme = activeTheme(ctx), tagName } = attributes;
    const type = ctx.site.model.types.get(TEMPLATE_PART);
    const part =
      type && typeof slug === 'string' && (await this.templates.find(ctx, type, `${String(theme)}//${slug}`));
    if (!part) return '';
    const block = { id: 0, type: '', content: part.entry.content ?? '' };
    const html = (await this.renderer.page(ctx.site, [block], { response: ctx.request })).blocks(block);
    const tag =
      typeof tagName === 'string' && PART_TAGS.has(tagName) ? tagName : (AREA_TAGS.get(part.area ?? '') ?? 'div');
    return `<${tag} ${wrapperAttributes({ name: 'template-part', attributes }, { classes: [alignment(attributes)] })}>${html}</${tag}>`;
  }

  /** Whoever edits is signed in. */
  private async logOutLink({ site, principal, request }: RequestContext, attributes: Attributes): Promise<string> {
    const keys = await this.keys.read();
    const nonce = keys && createNonce({ id: principal.id, sessionToken: '' }, keys, Date.now() / 1000, 'log-out');
    const query = new URLSearchParams({
      action: 'logout',
      ...(attributes.redirectToCurrent !== false && { redirect_to: site.rest(request.route) }),
      ...(nonce && { _wpnonce: nonce }),
    });
    const url = escapeUrl(`${site.siteUrl}/wp-login.php?${query.toString()}`);
    return `<div ${wrapperAttributes({ name: 'loginout', attributes }, { classes: ['logged-in'] })}><a href="${url}">Log out</a></div>`;
  }
}

function alignment({ align }: Attributes): string {
  return ALIGNMENTS.has(align) ? `align${String(align)}` : '';
}

/** Feeds of other sites are not fetched. */
function feedNotice({ feedURL }: Attributes): string {
  const message = feedURL ? 'Feeds of other sites are not shown here.' : 'The block has no feed yet.';
  return `<div class="components-placeholder"><div class="notice notice-error">${escapeHtml(message)}</div></div>`;
}
