import { Module } from '@nestjs/common';
import { Arg } from '../args/arg.decorator.js';
import { sanitizeValue } from '../args/sanitize-value.js';
import { type ValueSchema } from '../args/schema.js';
import { FULL_SCHEMA, validateValue } from '../args/validate-value.js';
import { RequestContext } from '../http/request-context.js';
import { type WireReply } from '../response/reply.js';
import { Args, can, CREATABLE, Ctx, RestController, Route } from '../route/route.decorators.js';
import { SitePolicy } from '../route/site.policy.js';
import { type ReadPart, ReadsService } from './reads.service.js';

const MAX_READS = 60;

const REQUESTS = {
  type: 'array',
  maxItems: MAX_READS,
  items: {
    type: 'object',
    properties: {
      method: { type: 'string', enum: ['GET', 'OPTIONS'] },
      path: { type: 'string', required: true },
      describe: { type: 'boolean' },
    },
  },
} satisfies ValueSchema;

class ReadsDto {
  @Arg({
    ...REQUESTS,
    description: 'Reads that are run together.',
    required: true,
    // Older releases do not check what is in a list.
    validate: (value, name) => validateValue(value, REQUESTS, name, FULL_SCHEMA),
    sanitize: (value) => sanitizeValue(value, REQUESTS, FULL_SCHEMA),
  })
  requests!: ReadPart[];
}

const RESPONDS: ValueSchema = {
  type: 'object',
  properties: {
    responses: {
      type: 'array',
      description: 'The responses, in the order of the requests.',
      items: {
        type: 'object',
        properties: {
          status: { type: 'integer' },
          headers: { type: ['object', 'array'], description: 'An empty list if there are none.' },
          body: { description: 'What the route returns.' },
        },
      },
    },
  },
};

/** Several reads in one request, for pages that need many routes to begin with. */
@RestController({ namespace: 'nestpress/v1', base: '/reads' })
export class ReadsController {
  constructor(private readonly reads: ReadsService) {}

  /** Every read has its own permission check. */
  @Route({
    methods: CREATABLE,
    isRead: true,
    args: ReadsDto,
    can: can(SitePolicy, 'signedIn'),
    responds: RESPONDS,
  })
  run(@Ctx() ctx: RequestContext, @Args() { requests }: ReadsDto): Promise<WireReply> {
    return this.reads.run(ctx, requests);
  }
}

@Module({ controllers: [ReadsController], providers: [ReadsService] })
export class ReadsModule {}
