import { Injectable } from '@nestjs/common';
import { type RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { EntriesService } from '../entries/api/entries.service.js';
import { type AutosaveResource } from './autosaves.service.js';
import { type ListAutosavesDto, type ReadAutosaveDto } from './revisions.dto.js';
import { cannotRead, unknownParent } from './revisions.errors.js';

/** Autosaves can be read by users who may edit the entry; the entry's policy decides who may write them. */
@Injectable()
export abstract class AutosavesPolicy {
  protected abstract readonly resource: AutosaveResource;

  constructor(private readonly entries: EntriesService) {}

  list(ctx: RequestContext, { id }: Pick<ListAutosavesDto, 'id'>): Promise<true | RestError> {
    return this.mayEdit(ctx, id);
  }

  read(ctx: RequestContext, { parent }: Pick<ReadAutosaveDto, 'parent'>): Promise<true | RestError> {
    return this.mayEdit(ctx, parent);
  }

  private async mayEdit(ctx: RequestContext, id: number): Promise<true | RestError> {
    const entry = await this.entries.find(ctx, this.resource.entries, id);
    if (!entry) return unknownParent();
    return ctx.principal.previews(id) || (await this.entries.mayEdit(ctx, entry)) || cannotRead(ctx.principal);
  }
}
