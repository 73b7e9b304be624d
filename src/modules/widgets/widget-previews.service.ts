import { Injectable } from '@nestjs/common';
import { EntryRenderer } from '../entries/read/rendering/entry-renderer.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { type PhpArray, toText } from '../../text/php/index.js';
import { type WidgetType } from './widget-types.js';
import { INACTIVE_WIDGETS, type StoredWidget } from './widgets.store.js';

/** HTML of widgets: of those made of blocks. Others are rendered by the PHP of their type. */
@Injectable()
export class WidgetPreviewsService {
  constructor(private readonly renderer: EntryRenderer) {}

  /** HTML by widget; inactive ones have none. */
  async ofWidgets(ctx: RequestContext, widgets: readonly StoredWidget[]): Promise<(widget: StoredWidget) => string> {
    const html = new Map<string, string>();
    for (const { id, base, sidebar, settings } of widgets)
      if (base === 'block' && sidebar !== INACTIVE_WIDGETS) html.set(id, await this.blocks(ctx, settings));
    return ({ id }) => html.get(id) ?? '';
  }

  /** A widget of these settings as it would be shown outside of a sidebar. */
  async ofSettings(ctx: RequestContext, { id, classname }: WidgetType, settings: PhpArray): Promise<string> {
    if (id !== 'block') return '';
    return `<div class="widget ${classname}">${await this.blocks(ctx, settings)}</div>`;
  }

  private async blocks({ site, request }: RequestContext, settings: PhpArray | undefined): Promise<string> {
    const block = { id: 0, type: '', content: toText(settings?.get('content')) };
    return (await this.renderer.page(site, [block], { response: request })).blocks(block);
  }
}
