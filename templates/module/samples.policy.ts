import { Injectable } from '@nestjs/common';
import { type Allowed, denied, type RequestContext, type RestError } from '@nestpress/server';
import { SamplesService, unknownSample } from './samples.service.js';

@Injectable()
export class SamplesPolicy {
  constructor(private readonly samples: SamplesService) {}

  read(ctx: RequestContext, args: { context?: string }): Allowed {
    if (args.context !== 'edit' || ctx.principal.can('edit_posts')) return true;
    return denied(ctx.principal, 'rest_forbidden_context', 'You may not edit samples.');
  }

  create(ctx: RequestContext): Allowed {
    return (
      ctx.principal.can('edit_posts') || denied(ctx.principal, 'rest_cannot_create', 'You may not create samples.')
    );
  }

  /** Authors change and delete their own samples, editors all. */
  async update(ctx: RequestContext, { id }: { id: number }): Promise<boolean | RestError> {
    const sample = await this.samples.find(ctx, id);
    if (!sample) return unknownSample();
    const { principal } = ctx;
    const isOwn = principal.can('edit_posts') && sample.author === principal.id;
    return (
      isOwn ||
      principal.can('edit_others_posts') ||
      denied(principal, 'rest_cannot_edit', 'You may not change this sample.')
    );
  }
}
