import { siteFacts } from '../../access/capabilities/index.js';
import { Injectable } from '@nestjs/common';
import { mayEdit } from '../entries/model/readable.js';
import { denied } from '../../rest/errors/catalogue.js';
import { type RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { type RenderBlockDto } from './block-renderer.dto.js';
import { BlockRendererService } from './block-renderer.service.js';

/** Blocks are rendered for those who may edit the post that shows them, or posts at all. */
@Injectable()
export class BlockRendererPolicy {
  constructor(private readonly blocks: BlockRendererService) {}

  async render(ctx: RequestContext, { post_id: id = 0 }: Partial<RenderBlockDto>): Promise<true | RestError> {
    const isAllowed = id > 0 ? await this.mayEditPost(ctx, id) : ctx.principal.can('edit_posts');
    return isAllowed || denied(ctx.principal, 'block_cannot_read', 'You may not render blocks.');
  }

  private async mayEditPost(ctx: RequestContext, id: number): Promise<boolean> {
    const entry = await this.blocks.find(ctx, id);
    return entry !== undefined && mayEdit(ctx.principal, entry, siteFacts(ctx.site));
  }
}
