import { Inject } from '@nestjs/common';
import { Arg } from '../../rest/args/arg.decorator.js';
import { ContextDto } from '../../rest/args/common.dto.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { writeDto } from '../../rest/fields/resource-fields.js';
import { EmbedRegistry } from '../../rest/response/embed.js';
import { Links } from '../../rest/response/links.js';
import { Item, type JsonValue, type Reply } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/http/request-context.js';
import {
  Args,
  can,
  CREATABLE,
  Ctx,
  DELETABLE,
  EDITABLE,
  READABLE,
  RestController,
  Route,
} from '../../rest/route/route.decorators.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { unknownType } from './widgets.errors.js';
import { WIDGET, WIDGET_TYPE } from './widgets.fields.js';
import { WidgetsPolicy } from './widgets.policy.js';
import { type WidgetInput, WidgetsService } from './widgets.service.js';
import { WIDGET_TYPES, type WidgetType } from './widget-types.js';

const ONE = '/(?P<id>[\\w\\-]+)';
const TYPES_PATH = '/wp/v2/widget-types';
const ID = { type: 'string', unlisted: true, description: 'ID of the widget.' } as const;

class ListWidgetsDto extends ContextDto {
  @Arg({ type: 'string', description: 'Limit to widgets of this sidebar.' })
  sidebar?: string;
}

class ReadWidgetDto extends ContextDto {
  @Arg(ID)
  id!: string;
}

class CreateWidgetDto extends writeDto<WidgetInput>(WIDGET, 'create') {}

class UpdateWidgetDto extends writeDto<WidgetInput & { id: string }>(WIDGET, 'update') {}

class DeleteWidgetDto {
  @Arg(ID)
  id!: string;

  @Arg({ type: 'boolean', description: 'Whether to delete the widget instead of making it inactive.' })
  force?: boolean;
}

@RestController({ namespace: 'wp/v2', base: '/widgets', fields: WIDGET, allowsBatch: true })
export class WidgetsController {
  constructor(private readonly widgets: WidgetsService) {}

  @Route({ methods: READABLE, args: ListWidgetsDto, can: can(WidgetsPolicy, 'manage') })
  list(@Ctx() ctx: RequestContext, @Args() { sidebar, context }: ListWidgetsDto): Promise<Item[]> {
    return this.widgets.list(ctx, sidebar, context);
  }

  @Route({ methods: CREATABLE, args: CreateWidgetDto, can: can(WidgetsPolicy, 'manage') })
  create(@Ctx() ctx: RequestContext, @Args() args: CreateWidgetDto): Promise<Reply> {
    return this.widgets.create(ctx, args);
  }

  @Route({ methods: READABLE, path: ONE, args: ReadWidgetDto, can: can(WidgetsPolicy, 'manage') })
  read(@Ctx() ctx: RequestContext, @Args() { id, context }: ReadWidgetDto): Promise<Item> {
    return this.widgets.read(ctx, id, context);
  }

  @Route({ methods: EDITABLE, path: ONE, args: UpdateWidgetDto, can: can(WidgetsPolicy, 'manage') })
  update(@Ctx() ctx: RequestContext, @Args() args: UpdateWidgetDto): Promise<Item> {
    return this.widgets.update(ctx, args.id!, args);
  }

  @Route({ methods: DELETABLE, path: ONE, args: DeleteWidgetDto, can: can(WidgetsPolicy, 'manage') })
  delete(@Ctx() ctx: RequestContext, @Args() { id, force = false }: DeleteWidgetDto): Promise<Item | JsonValue> {
    return this.widgets.delete(ctx, id, force);
  }
}

class ReadWidgetTypeDto extends ContextDto {
  @Arg({ type: 'string', description: 'ID of the widget type.' })
  id!: string;
}

@RestController({ namespace: 'wp/v2', base: '/widget-types', fields: WIDGET_TYPE })
export class WidgetTypesController {
  constructor(
    embeds: EmbedRegistry,
    policy: WidgetsPolicy,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {
    embeds.register('widget-types', {
      byId: async (ctx, ids) => {
        const allowed = await policy.manage(ctx);
        const visible = (type: WidgetType | undefined) => {
          if (allowed instanceof RestError) return allowed.body;
          return type ? this.item(ctx.whole(), type, 'embed') : unknownType().body;
        };
        return new Map(ids.map((id) => [id, visible(WIDGET_TYPES.get(String(id)))]));
      },
    });
  }

  @Route({ methods: READABLE, args: ContextDto, can: can(WidgetsPolicy, 'manage') })
  list(@Ctx() ctx: RequestContext, @Args() { context }: ContextDto): Item[] {
    return [...WIDGET_TYPES.values()].map((type) => this.item(ctx, type, context));
  }

  @Route({
    methods: READABLE,
    path: '/(?P<id>[a-zA-Z0-9_-]+)',
    args: ReadWidgetTypeDto,
    can: can(WidgetsPolicy, 'readType'),
  })
  read(@Ctx() ctx: RequestContext, @Args() { id, context }: ReadWidgetTypeDto): Item {
    // The policy lets only existing types through.
    return this.item(ctx, WIDGET_TYPES.get(id)!, context);
  }

  private item({ site, wants }: RequestContext, type: WidgetType, context: ContextDto['context']): Item {
    const links = new Links()
      .add('collection', site.rest(TYPES_PATH))
      .add('self', site.rest(`${TYPES_PATH}/${type.id}`));
    return new Item(WIDGET_TYPE.projection(this.profile, context, wants)(type, undefined), links);
  }
}
