import { type JsonValue, Reply } from '../../rest/response/reply.js';
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
import { CreateFormDto, FormIdDto, ListFormsDto, RefillDto, UpdateFormDto } from './forms.dto.js';
import { CHECKED_FORM, DELETED_FORM, FEEDBACK, FORM, FORM_LIST, REFILL } from './forms.fields.js';
import { FormsPolicy } from './forms.policy.js';
import { FormsService } from './forms.service.js';
import { FeedbackService } from './submission/feedback.service.js';
import { RefillService } from './submission/challenges.service.js';
import { SUBMISSION_BYTES } from './submission/submission.js';

/** Anybody may send files, in any field. */
const SUBMISSION = { upload: 'exist', everyField: true, limit: SUBMISSION_BYTES };

@RestController({ namespace: 'forms/v1', base: '/contact-forms', allowsAll: true })
export class FormsController {
  constructor(
    private readonly forms: FormsService,
    private readonly submissions: FeedbackService,
    private readonly challenges: RefillService,
  ) {}

  @Route({ methods: READABLE, args: ListFormsDto, can: can(FormsPolicy, 'list'), responds: FORM_LIST })
  async list(@Ctx() ctx: RequestContext, @Args() args: ListFormsDto): Promise<JsonValue> {
    return this.forms.list(ctx, args);
  }

  @Route({ methods: CREATABLE, args: CreateFormDto, can: can(FormsPolicy, 'create'), responds: CHECKED_FORM })
  create(@Ctx() ctx: RequestContext, @Args() args: CreateFormDto): Promise<JsonValue> {
    return this.forms.create(ctx, args);
  }

  @Route({ methods: READABLE, path: '/(?P<id>\\d+)', args: FormIdDto, can: can(FormsPolicy, 'manage'), responds: FORM })
  read(@Ctx() ctx: RequestContext, @Args() args: FormIdDto): Promise<JsonValue> {
    return this.forms.read(ctx, args);
  }

  @Route({
    methods: EDITABLE,
    path: '/(?P<id>\\d+)',
    args: UpdateFormDto,
    can: can(FormsPolicy, 'manage'),
    responds: CHECKED_FORM,
  })
  update(@Ctx() ctx: RequestContext, @Args() args: UpdateFormDto): Promise<JsonValue> {
    return this.forms.update(ctx, args);
  }

  @Route({
    methods: DELETABLE,
    path: '/(?P<id>\\d+)',
    args: FormIdDto,
    can: can(FormsPolicy, 'manage'),
    responds: DELETED_FORM,
  })
  delete(@Ctx() ctx: RequestContext, @Args() args: FormIdDto): Promise<JsonValue> {
    return this.forms.delete(ctx, args);
  }

  @Route({
    methods: CREATABLE,
    path: '/(?P<id>\\d+)/feedback',
    args: FormIdDto,
    can: can(FormsPolicy, 'visit'),
    body: SUBMISSION,
    responds: FEEDBACK,
  })
  feedback(@Ctx() ctx: RequestContext, @Args() args: FormIdDto): Promise<Reply> {
    return this.submissions.submit(ctx, args);
  }

  @Route({
    methods: READABLE,
    path: '/(?P<id>\\d+)/refill',
    args: RefillDto,
    can: can(FormsPolicy, 'visit'),
    responds: REFILL,
  })
  refill(@Ctx() ctx: RequestContext, @Args() args: RefillDto): Promise<Reply> {
    return this.challenges.refill(ctx, args);
  }
}
