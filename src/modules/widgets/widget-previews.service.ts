import { Injectable } from '@nestjs/common';
import { EntryRenderer } from '../entries/read/rendering/entry-renderer.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { escapeHtml } from '../../text/escape.js';
import { type JsonRecord, textOf } from '../../text/json-values.js';
import { PhpArray, toText } from '../../text/php/index.js';
import { convertChars, texturize } from '../../text/texturize.js';
import { ShortcodeRegistry } from '../../rendering/index.js';
import { blockWidgetClass, CLASSIC_WIDGETS } from './classic-widgets.js';
import { SidebarsService } from './sidebars.service.js';
import { WIDGET_TYPES, type WidgetType } from './widget-types.js';
import { INACTIVE_WIDGETS, type StoredWidget } from './widgets.store.js';

/** HTML of widgets: those made of blocks, and of classic ones those that need no PHP of WordPress. */
@Injectable()
export class WidgetPreviewsService {
  constructor(
    private readonly renderer: EntryRenderer,
    private readonly sidebars: SidebarsService,
    private readonly shortcodes: ShortcodeRegistry,
  ) {}

  /** HTML by widget, in the markup of its sidebar where that is known; inactive ones have none. */
  async ofWidgets(ctx: RequestContext, widgets: readonly StoredWidget[]): Promise<(widget: StoredWidget) => string> {
    const html = new Map<string, string>();
    const markup = new Map((await this.sidebars.list(ctx.site)).map(({ id, registered }) => [id, registered]));
    for (const { id, base, sidebar, settings = new PhpArray() } of widgets) {
      const type = WIDGET_TYPES.get(base);
      if (type && sidebar !== INACTIVE_WIDGETS)
        html.set(id, await this.rendered(ctx, { type, id, settings }, markup.get(sidebar) ?? {}));
    }
    return ({ id }) => html.get(id) ?? '';
  }

  /** A widget of these settings as it would be shown outside of a sidebar. */
  async ofSettings(ctx: RequestContext, type: WidgetType, settings: PhpArray): Promise<string> {
    if (type.id !== 'block') return '';
    return `<div class="widget ${type.classname}">${await this.blocks(ctx, toText(settings.get('content')))}</div>`;
  }

  private async rendered(
    ctx: RequestContext,
    { type, id, settings }: { type: WidgetType; id: string; settings: PhpArray },
    { before_widget: before, after_widget: after, ...title }: JsonRecord,
  ): Promise<string> {
    const content = toText(settings.get('content'));
    const inner =
      type.id === 'block' ? await this.blocks(ctx, content) : await this.classic(ctx, type.id, settings, title);
    if (inner === '') return '';
    const classes = type.id === 'block' ? blockWidgetClass(content) : type.classname;
    const opening = placed(textOf(before), id, classes);
    return (type.id === 'custom_html' ? withTextClass(opening) : opening) + inner + textOf(after);
  }

  private async classic(
    ctx: RequestContext,
    base: string,
    settings: PhpArray,
    { before_title: before, after_title: after }: JsonRecord,
  ): Promise<string> {
    const widget = CLASSIC_WIDGETS.get(base);
    const block = widget?.block?.(settings);
    if (!widget || (widget.block && block === undefined)) return '';
    const text = widget.content?.(settings) ?? '';
    const named = toText(settings.get('title')) || (widget.title ?? '');
    const title = escapeHtml(convertChars(texturize(named, this.shortcodes)));
    return widget.html({
      settings,
      title: title === '' ? '' : textOf(before) + title + textOf(after),
      rendered: block === undefined ? text && (await this.content(ctx, text)) : await this.blocks(ctx, block),
      home: ctx.site.home,
    });
  }

  private async blocks({ site, request }: RequestContext, content: string): Promise<string> {
    const block = { id: 0, type: '', content };
    return (await this.renderer.page(site, [block], { response: request })).blocks(block);
  }

  private async content({ site, request }: RequestContext, content: string): Promise<string> {
    const text = { id: 0, type: '', content, excerpt: '' };
    return (await this.renderer.page(site, [text], { response: request })).content(text);
  }
}

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
