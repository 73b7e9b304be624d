import { type JsonValue, Reply } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/route/context.js';
import {
  can,
  CREATABLE,
  Ctx,
  DELETABLE,
  EDITABLE,
  READABLE,
  RestController,
  Route,
} from '../../rest/route/route.decorators.js';
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

  @Route({ methods: READABLE, can: can(FormsPolicy, 'list') })
  async list(@Ctx() ctx: RequestContext): Promise<JsonValue> {
    return this.forms.list(ctx);
  }

  @Route({ methods: CREATABLE, can: can(FormsPolicy, 'create') })
  create(@Ctx() ctx: RequestContext): Promise<JsonValue> {
    return this.forms.create(ctx);
  }

  @Route({ methods: READABLE, path: '/(?P<id>\\d+)', can: can(FormsPolicy, 'manage') })
  read(@Ctx() ctx: RequestContext): Promise<JsonValue> {
    return this.forms.read(ctx);
  }

  @Route({ methods: EDITABLE, path: '/(?P<id>\\d+)', can: can(FormsPolicy, 'manage') })
  update(@Ctx() ctx: RequestContext): Promise<JsonValue> {
    return this.forms.update(ctx);
  }

  @Route({ methods: DELETABLE, path: '/(?P<id>\\d+)', can: can(FormsPolicy, 'manage') })
  remove(@Ctx() ctx: RequestContext): Promise<JsonValue> {
    return this.forms.delete(ctx);
  }

  @Route({ methods: CREATABLE, path: '/(?P<id>\\d+)/feedback', can: can(FormsPolicy, 'visit'), body: SUBMISSION })
  feedback(@Ctx() ctx: RequestContext): Promise<Reply> {
    return this.submissions.submit(ctx);
  }

  @Route({ methods: READABLE, path: '/(?P<id>\\d+)/refill', can: can(FormsPolicy, 'visit') })
  refill(@Ctx() ctx: RequestContext): Promise<Reply> {
    return this.challenges.refill(ctx);
  }
}
