import { Injectable } from '@nestjs/common';
import { logOutUrl } from '../../access/authentication/log-out-url.js';
import { SecretKeysService } from '../../access/authentication/secret-keys.service.js';
import { EntryRenderer } from '../entries/read/rendering/entry-renderer.js';
import { type PageRendering } from '../entries/read/rendering/page-rendering.js';
import { RenderingPorts } from '../entries/read/rendering-ports.js';
import { FeedsService } from '../feeds/feeds.service.js';
import { PublicMenusService } from '../menus/index.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { escapeAttribute, escapeHtml } from '../../text/escape.js';
import { type JsonRecord, textOf } from '../../text/json-values.js';
import { PhpArray, toInteger, toText } from '../../text/php/index.js';
import { convertChars, texturize } from '../../text/texturize.js';
import { BlockData, ShortcodeRegistry } from '../../rendering/index.js';
import { blockWidgetClass, CLASSIC_WIDGETS, type Session } from './classic-widgets.js';
import { attachmentsOf, isMediaWidget, mediaHtml } from './media-widgets.js';
import { SidebarsService } from './sidebars.service.js';
import { WIDGET_TYPES, type WidgetType } from './widget-types.js';
import { partsOf, type StoredWidget } from './widgets.store.js';

/** A widget outside of sidebars. */
const ALONE: JsonRecord = {
  before_widget: '<div class="widget %2$s">',
  after_widget: '</div>',
  before_title: '<h2 class="widgettitle">',
  after_title: '</h2>',
};

interface Shown {
  readonly type: WidgetType;
  readonly id: string;
  readonly settings: PhpArray;
  readonly isFirst: boolean;
}

/** HTML of widgets. */
@Injectable()
export class WidgetPreviewsService {
  constructor(
    private readonly renderer: EntryRenderer,
    private readonly sidebars: SidebarsService,
    private readonly shortcodes: ShortcodeRegistry,
    private readonly ports: RenderingPorts,
    private readonly menus: PublicMenusService,
    private readonly keys: SecretKeysService,
    private readonly feeds: FeedsService,
  ) {}

  /** HTML by widget, in the markup of its sidebar where that is known; those of inactive and unregistered sidebars have none. */
  async ofWidgets(ctx: RequestContext, widgets: readonly StoredWidget[]): Promise<(widget: StoredWidget) => string> {
    const html = new Map<string, string>();
    const known = (await this.sidebars.list(ctx.site)).filter(({ isRegistered }) => isRegistered);
    const markup = new Map(known.map(({ id, registered }) => [id, registered]));
    const shown = new Set<string>();
    for (const { id, base, sidebar, settings = new PhpArray() } of widgets) {
      const type = WIDGET_TYPES.get(base);
      const registered = markup.get(sidebar);
      if (!type || !registered) continue;
      const isFirst = !shown.has(base);
      shown.add(base);
      html.set(id, await this.rendered(ctx, { type, id, settings, isFirst }, registered));
    }
    return ({ id }) => html.get(id) ?? '';
  }

  /** A widget of these settings as it would be shown outside of a sidebar. */
  ofSettings(ctx: RequestContext, type: WidgetType, settings: PhpArray): Promise<string> {
    return this.rendered(ctx, { type, id: `${type.id}--1`, settings, isFirst: true }, ALONE);
  }

  private async rendered(
    ctx: RequestContext,
    widget: Shown,
    { before_widget: before, after_widget: after, ...title }: JsonRecord,
  ): Promise<string> {
    const { type, id, settings } = widget;
    const content = toText(settings.get('content'));
    const isBlock = type.id === 'block';
    const inner = isBlock
      ? (await this.page(ctx, content)).widget(part(content))
      : await this.classic(ctx, widget, title);
    if (inner === undefined) return '';
    const opening = placed(textOf(before), id, isBlock ? blockWidgetClass(content) : type.classname);
    return (type.id === 'custom_html' ? withTextClass(opening) : opening) + inner + textOf(after);
  }

  /** Undefined if the widget shows nothing, not even its title. */
  private async classic(ctx: RequestContext, widget: Shown, markup: JsonRecord): Promise<string | undefined> {
    const { type, settings } = widget;
    const kind = CLASSIC_WIDGETS.get(type.id);
    const feed = kind?.feed && (await this.feeds.find(ctx.site, [kind.feed(settings)])).get(kind.feed(settings));
    const standard = typeof kind?.title === 'function' ? kind.title(settings, ctx.site, feed) : (kind?.title ?? '');
    const label = escapeHtml(convertChars(texturize(toText(settings.get('title')) || standard, this.shortcodes)));
    const inside = kind?.heading?.(label, settings, ctx.site, feed) ?? label;
    const title = inside === '' ? '' : textOf(markup.before_title) + inside + textOf(markup.after_title);
    if (isMediaWidget(type.id)) {
      const page = await this.page(ctx, attachmentsOf(settings));
      const html = mediaHtml({ base: type.id, settings, page });
      return html === undefined ? undefined : title + html;
    }
    if (!kind) return undefined;
    const text = kind.content?.(settings) ?? '';
    const block = kind.block?.(settings);
    const rendered =
      block === undefined
        ? text && (await this.page(ctx, text)).content(part(text))
        : (await this.page(ctx, block)).blocks(part(block));
    const html = kind.html({
      settings,
      title,
      label,
      rendered,
      site: ctx.site,
      shortcodes: this.shortcodes,
      isFirst: widget.isFirst,
      number: partsOf(widget.id).number,
      data: (await this.ports.blockData?.load(ctx.site, kind.queries?.(settings) ?? [])) ?? new BlockData(),
      feed,
      menu: await this.menus.byId(ctx.site, toInteger(settings.get('nav_menu'))),
      session: await this.session(ctx),
    });
    return html === '' ? undefined : html;
  }

  private page({ site, request }: RequestContext, content: string): Promise<PageRendering> {
    return this.renderer.page(site, [part(content)], { response: request });
  }

  private async session({ site, principal }: RequestContext): Promise<Session> {
    const { siteUrl } = site;
    const link = (path: string, label: string) => `<a href="${escapeAttribute(siteUrl)}/${path}">${label}</a>`;
    if (principal.id === 0) {
      const administration = site.isOn('users_can_register') ? link('wp-login.php?action=register', 'Register') : '';
      return { administration, account: link('wp-login.php', 'Log in') };
    }
    const url = logOutUrl({ siteUrl, user: principal.id, keys: await this.keys.read() });
    return {
      administration: principal.can('read') ? link('wp-admin/', 'Site Admin') : '',
      account: `<a href="${url}">Log out</a>`,
    };
  }
}

/** A text that is rendered by itself. */
const part = (content: string) => ({ id: 0, type: '', content, excerpt: '' });

/** The opening markup of a sidebar with what stands in for `%1$s` and `%2$s`. */
function placed(markup: string, id: string, classes: string): string {
  const values = [id, classes];
  let next = 0;
  return markup.replace(/%(?:%|(?:([12])\$)?s)/g, (found, number?: string) =>
    found === '%%' ? '%' : (values[number === undefined ? next++ : Number(number) - 1] ?? ''),
  );
}

/** HTML of one's own has the styles of texts, too. */
const withTextClass = (markup: string) => markup.replace(/(?<=\sclass=["'])/g, 'widget_text ');
