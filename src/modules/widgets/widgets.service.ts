import { Inject, Injectable } from '@nestjs/common';
import { type Context } from '../../rest/args/common.dto.js';
import { EmbedRegistry } from '../../rest/response/embed.js';
import { Links } from '../../rest/response/links.js';
import { Item, type JsonValue, Reply } from '../../rest/response/reply.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { type InstanceInput, WidgetInstancesService } from './widget-instances.service.js';
import { WidgetPreviewsService } from './widget-previews.service.js';
import { invalidWidget, unknownWidget } from './widgets.errors.js';
import { WIDGET } from './widgets.fields.js';
import { INACTIVE_WIDGETS, partsOf, type StoredWidget, type WidgetNumber, WidgetsStore } from './widgets.store.js';
import { WIDGET_TYPES } from './widget-types.js';

const PATH = '/wp/v2/widgets';

export interface WidgetInput extends InstanceInput {
  id?: string;
  id_base?: string;
  sidebar?: string;
}

/** Reads and writes widgets of the types that WordPress itself has. */
@Injectable()
export class WidgetsService {
  constructor(
    private readonly store: WidgetsStore,
    private readonly previews: WidgetPreviewsService,
    private readonly instances: WidgetInstancesService,
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
    return this.items(
      ctx,
      sidebar === undefined ? widgets : widgets.filter((widget) => widget.sidebar === sidebar),
      context,
    );
  }

  async read(ctx: RequestContext, id: string, context: Context): Promise<Item> {
    const [item] = await this.items(ctx, [await this.existing(id)], context);
    return item!;
  }

  async create(ctx: RequestContext, input: WidgetInput): Promise<Reply> {
    const { id: requested, id_base: type = '', sidebar = INACTIVE_WIDGETS } = input;
    const widget = requested ? partsOf(requested) : { base: type };
    if (!WIDGET_TYPES.has(widget.base)) throw invalidWidget('Name the type of the widget with id_base.');
    const settingsOf = (created: WidgetNumber) => this.instances.received(ctx, created, input) ?? {};
    const id = await this.store.create(widget, sidebar, settingsOf);
    return new Reply(await this.read(ctx, id, 'edit'), 201);
  }

  async update(ctx: RequestContext, id: string, input: WidgetInput): Promise<Item> {
    const { base } = await this.existing(id);
    const settings = this.instances.received(ctx, partsOf(id), input);
    if (settings !== undefined && !WIDGET_TYPES.has(base)) throw invalidWidget('Only PHP can change such widgets.');
    await this.store.update(id, { settings, sidebar: input.sidebar });
    return this.read(ctx, id, 'edit');
  }

  /** Without `force`, the widget becomes inactive. */
  async delete(ctx: RequestContext, id: string, force: boolean): Promise<Item | JsonValue> {
    const previous = await this.read(ctx.whole(), id, 'edit');
    if (!force) return this.update(ctx, id, { sidebar: INACTIVE_WIDGETS });
    await this.store.delete(id);
    return new Item({ deleted: true, previous: previous.members }, previous.links);
  }

  private async existing(id: string): Promise<StoredWidget> {
    const widget = (await this.store.widgets()).find((widget) => widget.id === id);
    if (!widget) throw unknownWidget();
    return widget;
  }

  private async items(ctx: RequestContext, widgets: readonly StoredWidget[], context: Context): Promise<Item[]> {
    const { site, wants } = ctx;
    const projection = WIDGET.projection(this.profile, context, wants);
    const isRendered = !wants || wants.has('rendered');
    const html = isRendered ? await this.previews.ofWidgets(ctx, widgets) : () => '';
    const view = { html, instances: this.instances };
    return widgets.map((widget) => {
      const links = new Links()
        .add('self', site.rest(`${PATH}/${widget.id}`))
        .add('collection', site.rest(PATH))
        .add('about', site.rest(`/wp/v2/widget-types/${widget.base}`), {
          embed: { source: 'widget-types', id: widget.base },
        })
        .add('https://api.w.org/sidebar', site.rest(`/wp/v2/sidebars/${widget.sidebar}/`));
      return new Item(projection(widget, view), links);
    });
  }
}
