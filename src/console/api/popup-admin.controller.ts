import { Injectable } from '@nestjs/common';
import { Arg } from '../../rest/args/arg.decorator.js';
import { toText } from '../../text/php-values.js';
import { denied } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { Item, type JsonValue, Reply } from '../../rest/response/reply.js';
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
import {
  AUDIENCES,
  DEFAULT_DISPLAY,
  FREQUENCIES,
  MOMENTS,
  PLACES,
  type PopupDisplay,
} from '../../modules/popups/popup-display.js';
import { PopupsStore, type PopupSummary } from '../../modules/popups/popups.store.js';
import { PopupsWriter } from '../../modules/popups/popups.writer.js';

const DAY_MS = 86_400_000;
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

@Injectable()
export class PopupAdminPolicy {
  constructor(private readonly popups: PopupsStore) {}

  manage({ principal }: RequestContext): true | RestError {
    return principal.can('edit_others_posts') || denied(principal, 'rest_cannot_edit', 'You may not manage popups.');
  }

  async manageOne(ctx: RequestContext, { id }: PopupDto): Promise<true | RestError> {
    const allowed = this.manage(ctx);
    if (allowed !== true || (await this.popups.exists(id))) return allowed;
    return new RestError('rest_popup_invalid_id', 'There is no such popup.', 404);
  }
}

/** Popups and what visitors did with them. */
@RestController({ namespace: 'nestpress/v1', base: '/popups', fields: POPUP })
export class PopupAdminController {
  constructor(
    private readonly popups: PopupsStore,
    private readonly writer: PopupsWriter,
  ) {}

  @Route({ methods: READABLE, can: can(PopupAdminPolicy, 'manage') })
  async list(): Promise<Item[]> {
    return (await this.popups.list()).map((popup) => present(popup));
  }

  @Route({ methods: CREATABLE, args: CreatePopupDto, can: can(PopupAdminPolicy, 'manage') })
  async create(@Ctx() ctx: RequestContext, @Args() { display: sent, ...popup }: CreatePopupDto): Promise<Reply> {
    const id = await this.writer.create({ ...popup, display: { ...DEFAULT_DISPLAY, ...sent } }, ctx);
    return new Reply(await this.item(id), 201, { Location: ctx.site.rest(`/nestpress/v1/popups/${id}`) });
  }

  @Route({ methods: READABLE, path: '/(?P<id>[\\d]+)', args: PopupDto, can: can(PopupAdminPolicy, 'manageOne') })
  read(@Args() { id }: PopupDto): Promise<Item> {
    return this.item(id);
  }

  @Route({ methods: EDITABLE, path: '/(?P<id>[\\d]+)', args: UpdatePopupDto, can: can(PopupAdminPolicy, 'manageOne') })
  async update(@Ctx() ctx: RequestContext, @Args() { id, display: sent, ...changes }: UpdatePopupDto): Promise<Item> {
    const stored = sent && (await this.popups.list()).find((popup) => popup.id === id)?.display;
    await this.writer.update(id, { ...changes, ...(stored && { display: { ...stored, ...sent } }) }, ctx);
    return this.item(id);
  }

  @Route({ methods: DELETABLE, path: '/(?P<id>[\\d]+)', args: PopupDto, can: can(PopupAdminPolicy, 'manageOne') })
  async delete(@Args() { id }: PopupDto): Promise<JsonValue> {
    const { members } = await this.item(id);
    await this.writer.delete(id);
    return { deleted: true, previous: members };
  }

  private async item(id: number): Promise<Item> {
    const [popup, text] = await Promise.all([
      this.popups.list().then((popups) => popups.find((one) => one.id === id)),
      this.popups.contentOf(id),
    ]);
    if (!popup) throw new RestError('rest_popup_invalid_id', 'There is no such popup.', 404);
    return present(popup, text);
  }
}

/** Opens and conversions over time. */
@RestController({ namespace: 'nestpress/v1', base: '/popups/(?P<id>[\\d]+)/statistics', fields: DAY })
export class PopupStatisticsController {
  constructor(private readonly popups: PopupsStore) {}

  @Route({ methods: READABLE, args: StatisticsDto, can: can(PopupAdminPolicy, 'manageOne') })
  async list(@Args() { id, days }: StatisticsDto): Promise<object[]> {
    const today = Date.now();
    const dates = Array.from({ length: days }, (_, index) => dateOf(today - (days - 1 - index) * DAY_MS));
    const counts = await this.popups.days(id, dates[0]!);
    const total = (date: string, event: string) =>
      counts
        .filter((count) => count.day === date && count.event === event)
        .reduce((sum, { counted }) => sum + Number(counted), 0);
    return dates.map((date) => ({ date, opened: total(date, 'open'), converted: total(date, 'conversion') }));
  }
}

function present(
  { id, title: name, status: state, opened, converted, display: shown }: PopupSummary,
  text?: string,
): Item {
  const members = { id, title: name, ...(text !== undefined && { content: text }), status: state };
  return new Item({ ...members, display: { ...shown }, opened, converted });
}

function dateOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
