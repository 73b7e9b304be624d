import { Arg } from '../../rest/args/arg.decorator.js';
import { type JsonValue } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Args, can, CREATABLE, Ctx, RestController, Route } from '../../rest/route/route.decorators.js';
import { type InstanceInput, WidgetInstancesService } from './widget-instances.service.js';
import { WidgetPreviewsService } from './widget-previews.service.js';
import { unknownType } from './widgets.errors.js';
import { WidgetsPolicy } from './widgets.policy.js';
import { WIDGET_TYPES, type WidgetType } from './widget-types.js';

const ONE = '/(?P<id>[a-zA-Z0-9_-]+)';

class RenderWidgetDto implements InstanceInput {
  @Arg({ type: 'string', required: true, description: 'ID of the widget type.' })
  id!: string;

  @Arg({ type: 'object', description: 'Settings of the widget.' })
  instance?: Record<string, unknown>;
}

class EncodeWidgetDto extends RenderWidgetDto {
  @Arg({ type: 'string', description: 'Settings as an encoded form; not taken, since only PHP can read them.' })
  form_data?: string;
}

/** How widgets with given settings look. With WORDPRESS_URL these requests go to WordPress, which has the forms, too. */
@RestController({ namespace: 'wp/v2', base: '/widget-types' })
export class WidgetPreviewsController {
  constructor(
    private readonly instances: WidgetInstancesService,
    private readonly previews: WidgetPreviewsService,
  ) {}

  @Route({
    methods: CREATABLE,
    path: `${ONE}/encode`,
    args: EncodeWidgetDto,
    can: can(WidgetsPolicy, 'manage'),
  })
  async encode(@Ctx() ctx: RequestContext, @Args() args: EncodeWidgetDto): Promise<JsonValue> {
    const type = existing(args.id);
    const settings = this.instances.previewed(args);
    return {
      form: '',
      preview: await this.previews.ofSettings(ctx, type, settings),
      instance: this.instances.shown(settings),
    };
  }

  @Route({
    methods: CREATABLE,
    path: `${ONE}/render`,
    args: RenderWidgetDto,
    can: can(WidgetsPolicy, 'manage'),
  })
  async render(@Ctx() ctx: RequestContext, @Args() args: RenderWidgetDto): Promise<JsonValue> {
    const type = existing(args.id);
    const settings = this.instances.previewed(args);
    return { preview: page(await this.previews.ofSettings(ctx, type, settings)) };
  }
}

function existing(id: string): WidgetType {
  const type = WIDGET_TYPES.get(id);
  if (!type) throw unknownType();
  return type;
}

/** A document for a frame. */
function page(html: string): string {
  return `<!DOCTYPE html><html><head><meta charset="utf-8"></head><body>${html}</body></html>`;
}
