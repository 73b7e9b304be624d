import { Inject, Injectable } from '@nestjs/common';
import { EntryRenderer } from '../../content/entries/present/entry-renderer.js';
import { filterBlocks } from '../../content/blocks/filter-blocks.js';
import { type Context } from '../../rest/args/common.args.js';
import { isMap } from '../../rest/args/php-values.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { EmbedRegistry } from '../../rest/response/embed.js';
import { Links } from '../../rest/response/links.js';
import { Item, type JsonValue, Reply } from '../../rest/response/reply.js';
import { type RequestContext } from '../../rest/route/context.js';
import { type PhpInput, toText } from '../../text/php/index.js';
import { filterPostHtml } from '../../text/sanitize/kses.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { type RenderWidget, WIDGET } from './widgets.fields.js';
import { INACTIVE_WIDGETS, type StoredWidget, WidgetsStore } from './widgets.store.js';
import { WIDGET_TYPES } from './widget-types.js';

const PATH = '/wp/v2/widgets';

const unknownWidget = () => new RestError('rest_widget_not_found', 'There is no such widget.', 404);
const invalidWidget = (message: string) => new RestError('rest_invalid_widget', message, 400);

export interface WidgetInput {
  id_base?: string;
  sidebar?: string;
  instance?: Record<string, unknown>;
  form_data?: string;
}

/** Reads and writes widgets of the types that WordPress itself has. */
@Injectable()
export class WidgetsService {
  constructor(
    private readonly store: WidgetsStore,
    private readonly renderer: EntryRenderer,
    @Inject(PROFILE) private readonly profile: Profile,
    embeds: EmbedRegistry,
  ) {
    // Only those who may manage widgets see a sidebar that embeds them.
    embeds.register('widgets', {
      byId: async (ctx, sidebars) => {
        const widgets = await this.store.widgets();
        const lists = sidebars.map(async (id) => {
          const own = widgets.filter(({ sidebar }) => sidebar === id);
          return [id, await this.items(ctx.whole(), own, 'embed')] as const;
        });
        return new Map(await Promise.all(lists));
      },
    });
  }

  async list(ctx: RequestContext, sidebar: string | undefined, context: Context): Promise<Item[]> {
    const widgets = await this.store.widgets();
    return this.items(ctx, sidebar === undefined ? widgets : widgets.filter((one) => one.sidebar === sidebar), context);
  }

  async read(ctx: RequestContext, id: string, context: Context): Promise<Item> {
    const [item] = await this.items(ctx, [await this.existing(id)], context);
    return item!;
  }

  async create(ctx: RequestContext, input: WidgetInput): Promise<Reply> {
    const { id_base: base = '', sidebar = INACTIVE_WIDGETS } = input;
    if (!WIDGET_TYPES.has(base)) throw invalidWidget('Name the type of the widget with id_base.');
    const id = await this.store.create(base, sidebar, this.settingsOf(ctx, input) ?? {});
    return new Reply(await this.read(ctx, id, 'edit'), 201);
  }

  async update(ctx: RequestContext, id: string, input: WidgetInput): Promise<Item> {
    const { base } = await this.existing(id);
    const settings = this.settingsOf(ctx, input);
    if (settings !== undefined && !WIDGET_TYPES.has(base)) throw invalidWidget('Only PHP can change such widgets.');
    await this.store.update(id, { settings, sidebar: input.sidebar });
    return this.read(ctx, id, 'edit');
  }

  /** Without `force`, the widget becomes inactive. */
  async delete(ctx: RequestContext, id: string, force: boolean): Promise<Item | JsonValue> {
    const previous = await this.read(ctx.whole(), id, 'edit');
    if (!force) return this.update(ctx, id, { sidebar: INACTIVE_WIDGETS });
    await this.store.delete(id);
    return { deleted: true, previous: previous.members };
  }

  private async existing(id: string): Promise<StoredWidget> {
    const widget = (await this.store.widgets()).find((one) => one.id === id);
    if (!widget) throw unknownWidget();
    return widget;
  }

  private settingsOf({ principal }: RequestContext, { instance, form_data }: WidgetInput): PhpInput | undefined {
    if (instance?.raw !== undefined) {
      if (!isMap(instance.raw)) throw invalidWidget('instance.raw must be an object.');
      return (principal.can('unfiltered_html') ? instance.raw : filtered(instance.raw)) as PhpInput;
    }
    // Anyone could have made the encoded form, and forms are read by the PHP of the type.
    if (instance?.encoded !== undefined || form_data) throw invalidWidget('Send the settings as instance.raw.');
    return undefined;
  }

  private async items(ctx: RequestContext, widgets: readonly StoredWidget[], context: Context): Promise<Item[]> {
    const { site, wants } = ctx;
    const projection = WIDGET.projection(this.profile, context, wants);
    const isRendered = !wants || wants.has('rendered');
    const render = isRendered ? await this.rendering(ctx, widgets) : () => '';
    return widgets.map((widget) => {
      const links = new Links()
        .add('self', site.rest(`${PATH}/${widget.id}`))
        .add('collection', site.rest(PATH))
        .add('about', site.rest(`/wp/v2/widget-types/${widget.base}`), {
          embed: { source: 'widget-types', id: widget.base },
        })
        .add('https://api.w.org/sidebar', site.rest(`/wp/v2/sidebars/${widget.sidebar}/`));
      return new Item(projection(widget, render), links);
    });
  }

  /** Active widgets made of blocks are rendered; others are known to the PHP of their type. */
  private async rendering({ site }: RequestContext, widgets: readonly StoredWidget[]): Promise<RenderWidget> {
    const html = new Map<string, string>();
    for (const { id, base, sidebar, settings } of widgets) {
      if (base !== 'block' || sidebar === INACTIVE_WIDGETS) continue;
      const block = { id: 0, type: '', content: toText(settings?.get('content')) };
      html.set(id, (await this.renderer.page(site, [block])).blocks(block));
    }
    return ({ id }) => html.get(id) ?? '';
  }
}

/** Settings of those who may not store every markup. */
function filtered(value: unknown): unknown {
  if (typeof value === 'string') return filterPostHtml(filterBlocks(value), 'current');
  if (Array.isArray(value)) return value.map(filtered);
  return isMap(value) ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filtered(one)])) : value;
}
