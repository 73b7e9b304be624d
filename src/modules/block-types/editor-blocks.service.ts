import { Injectable } from '@nestjs/common';
import { logOutUrl } from '../../access/authentication/log-out-url.js';
import { SecretKeysService } from '../../access/authentication/secret-keys.service.js';
import { type Entry } from '../entries/model/entry.js';
import { takesComments } from '../entries/model/takes-comments.js';
import { PermalinksLoader } from '../entries/read/permalinks.loader.js';
import { FeedsService } from '../feeds/feeds.service.js';
import { EntryRenderer } from '../entries/read/rendering/entry-renderer.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { escapeHtml } from '../../text/escape.js';
import { escapeUrl } from '../../text/urls.js';
import { commentForm, REQUIRED_FIELDS } from '../../rendering/blocks/dynamic/comment-form.js';
import { ALIGNMENTS, wrapperAttributes } from '../../rendering/blocks/dynamic/wrapper.js';
import { activeTheme, TemplatesLoader } from '../templates/templates.loader.js';

type Attributes = Readonly<Record<string, unknown>>;
type RenderForEditor = (ctx: RequestContext, attributes: Attributes, post: Entry | undefined) => Promise<string>;

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
    ['core/post-comments-form', (ctx, attributes, post) => this.commentForm(ctx, attributes, post)],
    ['core/rss', ({ site }, attributes) => this.feeds.preview(site, attributes)],
  ]);

  constructor(
    private readonly templates: TemplatesLoader,
    private readonly renderer: EntryRenderer,
    private readonly permalinks: PermalinksLoader,
    private readonly keys: SecretKeysService,
    private readonly feeds: FeedsService,
  ) {}

  /** Undefined if the block is rendered like those in contents. */
  render(
    ctx: RequestContext,
    name: string,
    attributes: Attributes,
    post: Entry | undefined,
  ): Promise<string> | undefined {
    return this.renderers.get(name)?.(ctx, attributes, post);
  }

  /** Empty if the active theme has no such part. */
  private async templatePart(ctx: RequestContext, attributes: Attributes): Promise<string> {
    const { slug, theme = activeTheme(ctx.site), tagName } = attributes;
    const type = ctx.site.model.types.get(TEMPLATE_PART);
    const part =
      type && typeof slug === 'string' && (await this.templates.find(ctx.site, type, `${String(theme)}//${slug}`));
    if (!part) return '';
    const block = { id: 0, type: '', content: part.entry.content ?? '' };
    const html = (await this.renderer.page(ctx.site, [block], { response: ctx.request })).blocks(block);
    const tag =
      typeof tagName === 'string' && PART_TAGS.has(tagName) ? tagName : (AREA_TAGS.get(part.area ?? '') ?? 'div');
    return `<${tag} ${wrapperAttributes({ name: 'template-part', attributes }, { classes: [alignment(attributes)] })}>${html}</${tag}>`;
  }

  /** Editors are signed in. */
  private async logOutLink(ctx: RequestContext, attributes: Attributes): Promise<string> {
    const current = ctx.site.rest(ctx.request.route);
    const url = await this.logOutUrl(ctx, attributes.redirectToCurrent === false ? undefined : current);
    return `<div ${wrapperAttributes({ name: 'loginout', attributes }, { classes: ['logged-in'] })}><a href="${url}">Log out</a></div>`;
  }

  private async logOutUrl({ site, principal }: RequestContext, redirect: string | undefined): Promise<string> {
    return logOutUrl({ siteUrl: site.siteUrl, user: principal.id, keys: await this.keys.read(), redirect });
  }

  /** The form as the requester sees it below a post; empty without one, or if its comments are closed or protected. */
  private async commentForm(ctx: RequestContext, attributes: Attributes, post: Entry | undefined): Promise<string> {
    if (!post || post.password !== '' || !takesComments(post, ctx.site, new Date())) return '';
    const { site, principal, request } = ctx;
    const link = await this.permalinks.links(site, [post]);
    const notes = [
      `<p class="logged-in-as">Logged in as ${escapeHtml(principal.displayName)}. `,
      `<a href="${escapeUrl(`${site.siteUrl}/wp-admin/profile.php`)}">Edit your profile</a>. `,
      `<a href="${await this.logOutUrl(ctx, link(post))}">Log out?</a> ${REQUIRED_FIELDS}</p>`,
    ].join('');
    const block = { name: 'post-comments-form', attributes };
    return commentForm(block, {
      siteUrl: site.siteUrl,
      post: post.id,
      isThreaded: site.isOn('thread_comments'),
      cancelPath: new URL(site.rest(request.route)).pathname,
      notes,
      fields: '',
    });
  }
}

function alignment({ align }: Attributes): string {
  return ALIGNMENTS.has(align) ? `align${String(align)}` : '';
}
