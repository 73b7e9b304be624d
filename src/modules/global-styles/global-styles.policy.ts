import { Injectable } from '@nestjs/common';
import { type RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { cannotRead, unknownParent } from '../revisions/revisions.errors.js';
import { type GlobalStylesIdDto, type ReadGlobalStylesDto } from './global-styles.dto.js';
import {
  cannotEdit,
  cannotReadToEdit,
  cannotView,
  GlobalStylesService,
  unknownStyles,
} from './global-styles.service.js';

/** All authors may read the styles; writing requires the right to edit theme options. */
@Injectable()
export class GlobalStylesPolicy {
  constructor(private readonly styles: GlobalStylesService) {}

  async read(ctx: RequestContext, { id, context }: Partial<ReadGlobalStylesDto>): Promise<true | RestError> {
    if (!(await this.styles.find(ctx, id ?? 0))) return unknownStyles();
    if (context === 'edit' && !ctx.principal.can('edit_theme_options')) return cannotReadToEdit(ctx.principal);
    return ctx.principal.can('edit_posts') || cannotView(ctx.principal);
  }

  async readRevisions(ctx: RequestContext, { parent }: { parent: number }): Promise<true | RestError> {
    if (!(await this.styles.find(ctx, parent))) return unknownParent();
    return ctx.principal.can('edit_theme_options') || cannotRead(ctx.principal);
  }

  async write(ctx: RequestContext, { id }: GlobalStylesIdDto): Promise<true | RestError> {
    if (!(await this.styles.find(ctx, id))) return unknownStyles();
    return ctx.principal.can('edit_theme_options') || cannotEdit(ctx.principal);
  }
}
