import { Injectable } from '@nestjs/common';
import { RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { cannotDelete } from '../entries/api/entry.errors.js';
import { cannotRead, unknownParent } from '../revisions/revisions.errors.js';
import {
  type DeleteTemplateRevisionDto,
  type ListTemplateAutosavesDto,
  type ReadTemplateRevisionDto,
} from './template-revisions.dto.js';
import { TemplateRevisionsService } from './template-revisions.service.js';
import { fileTemplate } from './templates.errors.js';
import { isFile } from './templates.fields.js';
import { type TemplateResource } from './templates.service.js';

/** Versions of templates are for those who edit the theme. */
@Injectable()
export abstract class TemplateRevisionsPolicy {
  protected abstract readonly resource: TemplateResource;

  constructor(private readonly revisions: TemplateRevisionsService) {}

  read(ctx: RequestContext, { parent }: Pick<ReadTemplateRevisionDto, 'parent'>): Promise<true | RestError> {
    return this.check(ctx, parent, cannotRead);
  }

  readAutosaves(ctx: RequestContext, { id }: Pick<ListTemplateAutosavesDto, 'id'>): Promise<true | RestError> {
    return this.check(ctx, id, cannotRead);
  }

  async delete(ctx: RequestContext, args: DeleteTemplateRevisionDto): Promise<true | RestError> {
    const allowed = await this.check(ctx, args.parent, cannotDelete);
    if (allowed !== true) return allowed;
    const revision = await this.revisions.find(ctx, this.resource, args);
    return revision instanceof RestError ? revision : true;
  }

  private async check(ctx: RequestContext, id: string, refused: typeof cannotRead): Promise<true | RestError> {
    const template = await this.revisions.parent(ctx, this.resource, id);
    if (!template) return unknownParent();
    if (isFile(template)) return fileTemplate();
    return ctx.principal.can('edit_theme_options') || refused(ctx.principal);
  }
}
