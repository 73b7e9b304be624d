import { Arg } from '../../rest/args/arg.decorator.js';
import { toText } from '../../text/php/php-values.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { type Item, type JsonValue, Reply } from '../../rest/response/reply.js';
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
import { cleanTextField } from '../../text/clean.js';
import { AUDIENCES, FREQUENCIES, MOMENTS, PLACES, type PopupDisplay } from './popup-display.js';
import { PopupAdminPolicy } from './popups.admin.policy.js';
import { PopupsAdminService } from './popups.admin.service.js';

const STATUSES = ['publish', 'draft'] as const;

const DISPLAY = {
  where: { type: 'string', enum: PLACES, description: 'Pages that show it.' },
  when: {
    type: 'string',
    enum: MOMENTS,
    description: 'After a time, after scrolling, or when the visitor is about to leave.',
  },
  after: { type: 'integer', minimum: 0, maximum: 3600, description: 'Seconds, or percent of the page.' },
  often: { type: 'string', enum: FREQUENCIES, description: 'How often one visitor sees it.' },
  days: { type: 'integer', minimum: 1, maximum: 365, description: 'Days until a visitor sees it again.' },
  audience: { type: 'string', enum: AUDIENCES, description: 'Visitors who see it, by their screen.' },
} as const;

const POPUP = new ResourceFields('popup', {
  id: { description: 'Popup ID.', type: 'integer', readonly: true },
  title: { description: 'Title.', type: 'string', required: true },
  content: { description: 'Content, as HTML. Not included in lists.', type: 'string', optional: true },
  status: { description: 'Whether it is public.', type: 'string', enum: STATUSES },
  display: {
    description: 'Where, when, how often and to whom the pages of the site show it.',
    type: 'object',
    properties: DISPLAY,
  },
  opened: { description: 'Number of times it was opened.', type: 'integer', readonly: true },
  converted: { description: 'Number of conversions.', type: 'integer', readonly: true },
});

const DAY = new ResourceFields('popup-day', {
  date: { description: 'The day, in UTC.', type: 'string', readonly: true },
  opened: { description: 'Number of times it was opened.', type: 'integer', readonly: true },
  converted: { description: 'Number of conversions.', type: 'integer', readonly: true },
});

const title = {
  type: 'string',
  maxLength: 500,
  sanitize: (value: unknown) => cleanTextField(toText(value)),
  description: 'Title.',
} as const;
const content = { type: 'string', description: 'Content, as HTML.' } as const;
const status = { type: 'string', enum: STATUSES, description: 'Whether it is public.' } as const;

const display = {
  type: 'object',
  properties: DISPLAY,
  description: 'Where, when, how often and to whom the pages of the site show it.',
} as const;

class CreatePopupDto {
  @Arg({ ...title, required: true })
  title!: string;

  @Arg({ ...content, default: '' })
  content!: string;

  @Arg({ ...status, default: 'draft' })
  status!: string;

  @Arg(display)
  display?: Partial<PopupDisplay>;
}

class PopupDto {
  @Arg({ type: 'integer', required: true, description: 'Popup ID.' })
  id!: number;
}

class UpdatePopupDto extends PopupDto {
  @Arg(title)
  title?: string;

  @Arg(content)
  content?: string;

  @Arg(status)
  status?: string;

  @Arg(display)
  display?: Partial<PopupDisplay>;
}

class StatisticsDto extends PopupDto {
  @Arg({ type: 'integer', default: 30, minimum: 1, maximum: 366, description: 'Number of days, including today.' })
  days!: number;
}

/** Popups and what visitors did with them. */
@RestController({ namespace: 'nestpress/v1', base: '/popups', fields: POPUP })
export class PopupAdminController {
  constructor(private readonly popups: PopupsAdminService) {}

  @Route({ methods: READABLE, can: can(PopupAdminPolicy, 'manage') })
  list(): Promise<Item[]> {
    return this.popups.list();
  }

  @Route({ methods: CREATABLE, args: CreatePopupDto, can: can(PopupAdminPolicy, 'manage') })
  async create(@Ctx() ctx: RequestContext, @Args() popup: CreatePopupDto): Promise<Reply> {
    const id = await this.popups.create(ctx, popup);
    return new Reply(await this.popups.read(id), 201, { Location: ctx.site.rest(`/nestpress/v1/popups/${id}`) });
  }

  @Route({ methods: READABLE, path: '/(?P<id>[\\d]+)', args: PopupDto, can: can(PopupAdminPolicy, 'manageOne') })
  read(@Args() { id }: PopupDto): Promise<Item> {
    return this.popups.read(id);
  }

  @Route({ methods: EDITABLE, path: '/(?P<id>[\\d]+)', args: UpdatePopupDto, can: can(PopupAdminPolicy, 'manageOne') })
  async update(@Ctx() ctx: RequestContext, @Args() { id, ...changes }: UpdatePopupDto): Promise<Item> {
    await this.popups.update(ctx, id, changes);
    return this.popups.read(id);
  }

  @Route({ methods: DELETABLE, path: '/(?P<id>[\\d]+)', args: PopupDto, can: can(PopupAdminPolicy, 'manageOne') })
  async delete(@Args() { id }: PopupDto): Promise<JsonValue> {
    const { members } = await this.popups.read(id);
    await this.popups.delete(id);
    return { deleted: true, previous: members };
  }
}

/** Opens and conversions over time. */
@RestController({ namespace: 'nestpress/v1', base: '/popups/(?P<id>[\\d]+)/statistics', fields: DAY })
export class PopupStatisticsController {
  constructor(private readonly popups: PopupsAdminService) {}

  @Route({ methods: READABLE, args: StatisticsDto, can: can(PopupAdminPolicy, 'manageOne') })
  list(@Args() { id, days }: StatisticsDto): Promise<object[]> {
    return this.popups.statistics(id, days);
  }
}
