import { Inject } from '@nestjs/common';
import { Arg } from '../../rest/args/arg.decorator.js';
import { ContextDto } from '../../rest/args/common.dto.js';
import { isMap, toText } from '../../text/php/php-values.js';
import { writeDto } from '../../rest/fields/resource-fields.js';
import { Links } from '../../rest/response/links.js';
import { Item } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Args, can, Ctx, EDITABLE, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { type Sidebar, SIDEBAR } from './sidebars.fields.js';
import { SidebarsService } from './sidebars.service.js';
import { WidgetsPolicy } from './widgets.policy.js';

const PATH = '/wp/v2/sidebars';

const ONE = '/(?P<id>[\\w-]+)';

class ReadSidebarDto extends ContextDto {
  @Arg({ type: 'string', description: 'ID of the sidebar.' })
  id!: string;
}

class SidebarIdDto {
  @Arg({ type: 'string', unlisted: true, description: 'ID of the sidebar.' })
  id!: string;
}

class UpdateSidebarDto extends writeDto<{ id: string; widgets: unknown[] }>(SIDEBAR, 'update', SidebarIdDto) {}

/** Sidebars that the theme registers, where WordPress described them, and stored ones. */
@RestController({ namespace: 'wp/v2', base: '/sidebars', fields: SIDEBAR })
export class SidebarsController {
  constructor(
    private readonly sidebars: SidebarsService,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  @Route({ methods: READABLE, args: ContextDto, can: can(WidgetsPolicy, 'manage') })
  async list(@Ctx() ctx: RequestContext, @Args() { context }: ContextDto): Promise<Item[]> {
    return (await this.sidebars.list(ctx.site)).map((sidebar) => this.item(ctx, sidebar, context));
  }

  @Route({ methods: READABLE, path: ONE, args: ReadSidebarDto, can: can(WidgetsPolicy, 'manage') })
  async read(@Ctx() ctx: RequestContext, @Args() { id, context }: ReadSidebarDto): Promise<Item> {
    return this.item(ctx, await this.sidebars.find(ctx.site, id), context);
  }

  @Route({ methods: EDITABLE, path: ONE, args: UpdateSidebarDto, can: can(WidgetsPolicy, 'manage') })
  async update(@Ctx() ctx: RequestContext, @Args() { id, widgets }: UpdateSidebarDto): Promise<Item> {
    const ids = widgets?.map((widget) => (isMap(widget) ? toText(widget.id) : toText(widget)));
    return this.item(ctx, await this.sidebars.update(ctx.site, id!, ids), 'edit');
  }

  private item({ site, wants }: RequestContext, sidebar: Sidebar, context: ContextDto['context']): Item {
    const { id } = sidebar;
    const members = SIDEBAR.projection(this.profile, context, wants)(sidebar, undefined);
    const links = new Links()
      .add('collection', site.rest(PATH))
      .add('self', site.rest(`${PATH}/${id}`))
      .add('https://api.w.org/widget', site.rest('/wp/v2/widgets', `sidebar=${encodeURIComponent(id)}`), {
        embed: { source: 'widgets', id },
      });
    return new Item(members, links);
  }
}
