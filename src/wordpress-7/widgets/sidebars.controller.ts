import { Inject } from '@nestjs/common';
import { type JsonRecord, textOf } from '../../alongside/learning/json-values.js';
import { LearnedFilesStore } from '../../alongside/learning/learned-files.store.js';
import { Arg } from '../../rest/args/arg.decorator.js';
import { ContextDto } from '../../rest/args/common.dto.js';
import { isMap, toText } from '../../text/php-values.js';
import { RestError } from '../../rest/errors/rest-error.js';
import {
  type Field,
  ResourceFields,
  writeDto,
  embedFirst,
  readOnly,
  field,
} from '../../rest/fields/resource-fields.js';
import { Links } from '../../rest/response/links.js';
import { Item } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Args, can, Ctx, EDITABLE, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { WidgetsPolicy } from './widgets.policy.js';
import { INACTIVE_WIDGETS, WidgetsStore } from './widgets.store.js';

const PATH = '/wp/v2/sidebars';

/** A sidebar and the widgets in it. Themes register its name and markup in PHP. */
interface Sidebar {
  id: string;
  widgets: readonly string[];
  /** As WordPress described it; empty if it did not. */
  registered: JsonRecord;
  isActive: boolean;
}

const registeredText = (
  member: 'description' | 'class' | 'before_widget' | 'after_widget' | 'before_title' | 'after_title',
  description: string,
  more: object = {},
): Field<Sidebar, undefined> => ({
  description,
  type: 'string',
  context: embedFirst,
  readonly: true,
  ...more,
  value: ({ registered }) => textOf(registered[member]),
});

const SIDEBAR = new ResourceFields<Sidebar, undefined>('sidebar', {
  id: readOnly('string', 'ID of the sidebar.', embedFirst, ({ id }) => id),
  name: {
    description: 'Name of the sidebar.',
    type: 'string',
    context: embedFirst,
    readonly: true,
    value: ({ id, registered }) => textOf(registered.name) || (id === INACTIVE_WIDGETS ? 'Inactive widgets' : id),
  },
  description: registeredText('description', 'Description of the sidebar.'),
  class: registeredText('class', 'Class name of the sidebar.'),
  before_widget: registeredText('before_widget', 'HTML before each widget.', { default: '' }),
  after_widget: registeredText('after_widget', 'HTML after each widget.', { default: '' }),
  before_title: registeredText('before_title', 'HTML before the title of each widget.', { default: '' }),
  after_title: registeredText('after_title', 'HTML after the title of each widget.', { default: '' }),
  status: {
    description: 'Whether the sidebar is active.',
    type: 'string',
    enum: ['active', 'inactive'],
    context: embedFirst,
    readonly: true,
    value: ({ isActive }) => (isActive ? 'active' : 'inactive'),
  },
  widgets: field('array', 'Widgets of the sidebar, in order.', embedFirst, ({ widgets }) => widgets, {
    items: { type: ['object', 'string'] },
    default: [],
  }),
});

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

const unknownSidebar = () => new RestError('rest_sidebar_not_found', 'There is no such sidebar.', 404);

/** Sidebars that the theme registers, where WordPress described them, and stored ones. */
@RestController({ namespace: 'wp/v2', base: '/sidebars', fields: SIDEBAR })
export class SidebarsController {
  constructor(
    private readonly widgets: WidgetsStore,
    private readonly files: LearnedFilesStore,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  @Route({ methods: READABLE, args: ContextDto, can: can(WidgetsPolicy, 'manage') })
  async list(@Ctx() ctx: RequestContext, @Args() { context }: ContextDto): Promise<Item[]> {
    const sidebars = await this.sidebars(ctx);
    return [...sidebars.values()].map((sidebar) => this.item(ctx, sidebar, context));
  }

  @Route({ methods: READABLE, path: ONE, args: ReadSidebarDto, can: can(WidgetsPolicy, 'manage') })
  async read(@Ctx() ctx: RequestContext, @Args() { id, context }: ReadSidebarDto): Promise<Item> {
    return this.item(ctx, await this.existing(ctx, id), context);
  }

  @Route({ methods: EDITABLE, path: ONE, args: UpdateSidebarDto, can: can(WidgetsPolicy, 'manage') })
  async update(@Ctx() ctx: RequestContext, @Args() { id, widgets }: UpdateSidebarDto): Promise<Item> {
    const ids = widgets?.map((widget) => (isMap(widget) ? toText(widget.id) : toText(widget)));
    await this.existing(ctx, id!);
    if (ids) await this.widgets.arrange(id!, [...new Set(ids)]);
    return this.item(ctx, await this.existing(ctx, id!), 'edit');
  }

  private async sidebars({ site }: RequestContext): Promise<ReadonlyMap<string, Sidebar>> {
    const learned = await this.files.read('sidebars', site.option('stylesheet'));
    const registered = new Map(learned?.map((sidebar) => [textOf(sidebar.id), sidebar]));
    const stored = await this.widgets.sidebars();
    const ids = new Set([...stored.keys(), ...registered.keys()]);
    return new Map(
      [...ids].map((id) => {
        const { status, ...described } = registered.get(id) ?? {};
        const isActive = learned ? status === 'active' : id !== INACTIVE_WIDGETS;
        return [id, { id, widgets: stored.get(id) ?? [], registered: described, isActive }];
      }),
    );
  }

  private async existing(ctx: RequestContext, id: string): Promise<Sidebar> {
    const sidebar = (await this.sidebars(ctx)).get(id);
    if (!sidebar) throw unknownSidebar();
    return sidebar;
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
