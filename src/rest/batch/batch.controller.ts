import { Module } from '@nestjs/common';
import { Arg } from '../args/arg.decorator.js';
import { type ValueSchema } from '../args/schema.js';
import { type Reply } from '../response/reply.js';
import { RequestContext } from '../http/request-context.js';
import { Args, CREATABLE, Ctx, PUBLIC, RestController, Route } from '../route/route.decorators.js';
import { type BatchPart, BatchService } from './batch.service.js';

const MAX_PARTS = 25;

const PART: ValueSchema = {
  type: 'object',
  properties: {
    method: { type: 'string', enum: ['POST', 'PUT', 'PATCH', 'DELETE'], default: 'POST' },
    path: { type: 'string', required: true },
    body: { type: 'object', additionalProperties: true },
    headers: {
      type: 'object',
      additionalProperties: { type: ['string', 'array'], items: { type: 'string' } },
    },
  },
};

/** The index shows maps without members of their own as having an empty list of them. */
const shownPart = () => {
  const { body, headers, ...others } = PART.properties!;
  const properties = { ...others, body: { ...body, properties: [] }, headers: { ...headers, properties: [] } };
  return { items: { ...PART, properties } };
};

class BatchDto {
  @Arg({ type: 'string', enum: ['require-all-validate', 'normal'], default: 'normal', early: true })
  validation!: string;

  @Arg({ type: 'array', maxItems: MAX_PARTS, items: PART, required: true, early: true, siteSchema: shownPart })
  requests!: BatchPart[];
}

@RestController({ namespace: '', base: '/batch/v1' })
export class BatchController {
  constructor(private readonly batches: BatchService) {}

  /** Every request in the batch has its own permission check. */
  @Route({ methods: CREATABLE, args: BatchDto, can: PUBLIC })
  run(@Ctx() ctx: RequestContext, @Args() { requests, validation }: BatchDto): Promise<Reply> {
    return this.batches.run(ctx, requests, validation === 'require-all-validate');
  }
}

@Module({ controllers: [BatchController], providers: [BatchService] })
export class BatchModule {}
