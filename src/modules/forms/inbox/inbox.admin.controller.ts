import { Res } from '@nestjs/common';
import { type Response } from 'express';
import { Arg } from '../../../rest/args/arg.decorator.js';
import { CollectionDto } from '../../../rest/args/common.dto.js';
import { text } from '../../../rest/fields/read-only.js';
import { ResourceFields } from '../../../rest/fields/resource-fields.js';
import { CURSOR_ARG, cursorReply, readCursor, unlessKnown } from '../../../rest/response/cursor.js';
import { pagedReply } from '../../../rest/response/paging.js';
import { Item, type JsonValue, Reply, type WireReply } from '../../../rest/response/reply.js';
import { RequestContext } from '../../../rest/http/request-context.js';
import {
  Args,
  can,
  CREATABLE,
  Ctx,
  DELETABLE,
  READABLE,
  RestController,
  Route,
} from '../../../rest/route/route.decorators.js';
import { StreamsService } from '../../../rest/server/streams.service.js';
import { checkConfig } from '../config/check-config.js';
import { defaultForm } from '../form/form.js';
import { applyChanges } from '../forms.dto.js';
import { renderForm } from '../html/render-form.js';
import { InboxService } from './inbox.service.js';
import { InboxPolicy } from './inbox.policy.js';

const ROUTE = '/nestpress/v1/submissions';

const SUBMISSION = new ResourceFields('submission', {
  id: { description: 'Submission ID.', type: 'integer', readonly: true },
  form: { description: 'Form ID.', type: 'integer', readonly: true },
  form_title: text('Title of the form.'),
  status: text('received, mail_sent, mail_failed or spam.'),
  date_gmt: { ...text('When it was sent, in UTC.'), format: 'date-time' },
  ip: text('Address it was sent from.'),
  fields: {
    description: 'Submitted values, by field name.',
    type: 'array',
    readonly: true,
    items: { type: 'object', properties: { name: { type: 'string' }, value: { type: 'string' } } },
  },
  mail: {
    description: 'Delivery status of its mail.',
    type: 'object',
    readonly: true,
    properties: {
      state: text('none, waiting, sent or failed.'),
      attempts: { description: 'Number of attempts.', type: 'integer', readonly: true },
      last_error: text('Why the last attempt failed.'),
    },
  },
});

const PREVIEW = new ResourceFields('form-preview', {
  html: text('The form as visitors see it.'),
  errors: {
    description: 'Errors in the configuration of the form.',
    type: 'array',
    readonly: true,
    items: {
      type: 'object',
      properties: { where: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
    },
  },
});

const FORM = { type: 'integer', minimum: 1, description: 'Limit to submissions of this form.' } as const;
const STATUS = {
  type: 'string',
  enum: ['received', 'mail_sent', 'mail_failed', 'spam'],
  description: 'Limit to submissions with this status.',
} as const;

class ListSubmissionsDto extends CollectionDto {
  @Arg(FORM)
  form?: number;

  @Arg(STATUS)
  status?: string;

  @Arg({ type: 'string', enum: ['asc', 'desc'], default: 'desc', description: 'Sort direction by date.' })
  order!: 'asc' | 'desc';

  @Arg(CURSOR_ARG)
  cursor?: string;
}

class ExportDto {
  @Arg(FORM)
  form?: number;

  @Arg(STATUS)
  status?: string;

  @Arg({ type: 'string', maxLength: 200, description: 'Limit to submissions that contain this text.' })
  search?: string;
}

class SubmissionDto {
  @Arg({ type: 'integer', required: true, description: 'Submission ID.' })
  id!: number;
}

class PreviewDto {
  @Arg({ type: 'string', required: true, maxLength: 200_000, description: 'Form template.' })
  form!: string;

  @Arg({ type: 'object', description: 'Mail template of the form.' })
  mail?: Record<string, unknown>;

  @Arg({ type: 'object', description: 'Messages of the form.' })
  messages?: Record<string, unknown>;
}

@RestController({ namespace: 'nestpress/v1', base: '/submissions', fields: SUBMISSION })
export class SubmissionsController {
  constructor(
    private readonly inbox: InboxService,
    private readonly streams: StreamsService,
  ) {}

  @Route({ methods: READABLE, args: ListSubmissionsDto, can: can(InboxPolicy, 'manage') })
  async list(@Ctx() ctx: RequestContext, @Args() args: ListSubmissionsDto): Promise<Reply | WireReply> {
    const { page, per_page: perPage, order, cursor } = args;
    if (cursor !== undefined) {
      const found = await this.inbox.after(args, { limit: perPage + 1, after: readCursor(cursor), order });
      return unlessKnown(ctx, cursorReply(ctx, ROUTE, found, { limit: perPage, args }));
    }
    const { items, total } = await this.inbox.page(args, { limit: perPage, offset: (page - 1) * perPage, order });
    return unlessKnown(ctx, pagedReply(ctx, ROUTE, items, { total, page, perPage, args }));
  }

  @Route({
    methods: READABLE,
    path: '/export',
    args: ExportDto,
    can: can(InboxPolicy, 'manage'),
    returns: { stream: 'text/csv' },
  })
  export(@Ctx() ctx: RequestContext, @Args() args: ExportDto, @Res() response: Response): Promise<void> {
    const headers = {
      'Content-Type': 'text/csv; charset=UTF-8',
      'Content-Disposition': 'attachment; filename="submissions.csv"',
    };
    return this.streams.send(ctx, response, headers, () => this.inbox.csv(args));
  }

  @Route({ methods: READABLE, path: '/(?P<id>[\\d]+)', args: SubmissionDto, can: can(InboxPolicy, 'manage') })
  read(@Args() { id }: SubmissionDto): Promise<Item> {
    return this.inbox.read(id);
  }

  @Route({ methods: DELETABLE, path: '/(?P<id>[\\d]+)', args: SubmissionDto, can: can(InboxPolicy, 'manage') })
  async delete(@Args() { id }: SubmissionDto): Promise<JsonValue> {
    return { deleted: true, previous: (await this.inbox.delete(id)).members };
  }

  @Route({ methods: CREATABLE, path: '/(?P<id>[\\d]+)/resend', args: SubmissionDto, can: can(InboxPolicy, 'manage') })
  resend(@Ctx() { site }: RequestContext, @Args() { id }: SubmissionDto): Promise<Item> {
    return this.inbox.resend(id, site);
  }
}

/** Renders an unsaved form, with its configuration errors. */
@RestController({ namespace: 'nestpress/v1', base: '/form-preview', fields: PREVIEW })
export class FormPreviewController {
  @Route({ methods: CREATABLE, args: PreviewDto, can: can(InboxPolicy, 'manage') })
  create(@Ctx() { site, principal }: RequestContext, @Args() args: PreviewDto): Item {
    const form = applyChanges(defaultForm(site), args, principal.can('unfiltered_html'));
    const html = renderForm({
      id: 0,
      locale: form.locale,
      template: form.properties.form,
      unitTag: 'wpcf7-preview',
      page: 0,
      addresses: { action: '', feedback: '', refill: '' },
    });
    const errors = Object.entries(checkConfig(form, { home: site.home, adminEmail: site.option('admin_email') }));
    return new Item({
      html,
      errors: errors.flatMap(([where, list]) => list.map(({ code, message }) => ({ where, code, message }))),
    });
  }
}
