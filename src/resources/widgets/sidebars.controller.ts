import { Inject } from '@nestjs/common';
import { Arg } from '../../rest/args/arg.decorator.js';
import { ContextArgs } from '../../rest/args/common.args.js';
import { isMap, toText } from '../../rest/args/php-values.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { type Field, ResourceFields, writeArgs } from '../../rest/fields/resource-fields.js';
import { Links } from '../../rest/response/links.js';
import { Item } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/route/context.js';
import { Args, can, Ctx, EDITABLE, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { WidgetsPolicy } from './widgets.policy.js';
import { INACTIVE_WIDGETS, type Sidebars, WidgetsStore } from './widgets.store.js';

const PATH = '/wp/v2/sidebars';
const everywhere = ['embed', 'view', 'edit'] as const;

/** A sidebar as stored. Its name and markup are only known to PHP. */
interface Sidebar {
  id: string;
  widgets: readonly string[];
}

/** Themes register the markup of sidebars in PHP. */
const markup = (description: string, more: object = {}): Field<Sidebar, undefined> => ({
  description,
  type: 'string',
  context: everywhere,
  readonly: true,
  ...more,
  value: () => '',
});

const SIDEBAR = new ResourceFields<Sidebar, undefined>('sidebar', {
  id: {
    description: 'ID of the sidebar.',
    type: 'string',
    context: everywhere,
    readonly: true,
    value: ({ id }) => id,
  },
  name: {
    description: 'Name of the sidebar.',
    type: 'string',
    context: everywhere,
    readonly: true,
    value: ({ id }) => (id === INACTIVE_WIDGETS ? 'Inactive widgets' : id),
  },
  description: {
    description: 'Description of the sidebar.',
    type: 'string',
    context: everywhere,
    readonly: true,
    value: () => '',
  },
  class: markup('Class name of the sidebar.'),
  before_widget: markup('HTML before each widget.', { default: '' }),
  after_widget: markup('HTML after each widget.', { default: '' }),
  before_title: markup('HTML before the title of each widget.', { default: '' }),
  after_title: markup('HTML after the title of each widget.', { default: '' }),
  status: {
    description: 'Whether the sidebar is active.',
    type: 'string',
    enum: ['active', 'inactive'],
    context: everywhere,
    readonly: true,
    value: ({ id }) => (id === INACTIVE_WIDGETS ? 'inactive' : 'active'),
  },
  widgets: {
    description: 'Widgets of the sidebar, in order.',
    type: 'array',
    items: { type: ['object', 'string'] },
    default: [],
    context: everywhere,
    value: ({ widgets }) => widgets,
  },
});

const ONE = '/(?P<id>[\\w-]+)';

class ReadSidebarArgs extends ContextArgs {
  @Arg({ type: 'string', description: 'ID of the sidebar.' })
  id!: string;
}

class SidebarIdArgs {
  @Arg({ type: 'string', unlisted: true, description: 'ID of the sidebar.' })
  id!: string;
}

class UpdateSidebarArgs extends writeArgs<{ id: string; widgets: unknown[] }>(SIDEBAR, 'update', SidebarIdArgs) {}

const unknownSidebar = () => new RestError('rest_sidebar_not_found', 'There is no such sidebar.', 404);

/** The sidebars that hold widgets, as stored. */
@RestController({ namespace: 'wp/v2', base: '/sidebars', fields: SIDEBAR })
export class SidebarsController {
  constructor(
    private readonly widgets: WidgetsStore,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  @Route({ methods: READABLE, args: ContextArgs, can: can(WidgetsPolicy, 'manage') })
  async list(@Ctx() ctx: RequestContext, @Args() { context }: ContextArgs): Promise<Item[]> {
    const sidebars = await this.widgets.sidebars();
    return [...sidebars.keys()].map((id) => this.item(ctx, sidebars, id, context));
  }

  @Route({ methods: READABLE, path: ONE, args: ReadSidebarArgs, can: can(WidgetsPolicy, 'manage') })
  async read(@Ctx() ctx: RequestContext, @Args() { id, context }: ReadSidebarArgs): Promise<Item> {
    return this.item(ctx, await this.widgets.sidebars(), id, context);
  }

  @Route({ methods: EDITABLE, path: ONE, args: UpdateSidebarArgs, can: can(WidgetsPolicy, 'manage') })
  async update(@Ctx() ctx: RequestContext, @Args() { id, widgets }: UpdateSidebarArgs): Promise<Item> {
    const ids = widgets?.map((widget) => (isMap(widget) ? toText(widget.id) : toText(widget)));
    if (!(await this.widgets.sidebars()).has(id!)) throw unknownSidebar();
    if (ids) await this.widgets.arrange(id!, [...new Set(ids)]);
    return this.item(ctx, await this.widgets.sidebars(), id!, 'edit');
  }

  private item({ site, wants }: RequestContext, sidebars: Sidebars, id: string, context: ContextArgs['context']): Item {
    const widgets = sidebars.get(id);
    if (!widgets) throw unknownSidebar();
    const members = SIDEBAR.projection(this.profile, context, wants)({ id, widgets }, undefined);
    const links = new Links()
      .add('collection', site.rest(PATH))
      .add('self', site.rest(`${PATH}/${id}`))
      .add('https://api.w.org/widget', site.rest('/wp/v2/widgets', `sidebar=${encodeURIComponent(id)}`), {
        embed: { source: 'widgets', id },
      });
    return new Item(members, links);
  }
}
