import { Injectable } from '@nestjs/common';
import { RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext } from '../../rest/route/context.js';
import { EntriesService } from '../entries/entries.service.js';
import { EntryWritePolicyService } from '../entries/entry-write-policy.service.js';
import { cannotRead, unknownParent } from './revisions.errors.js';
import { POST_REVISIONS, PAGE_REVISIONS } from './revisions.resources.js';
import { type RevisionResource, RevisionsService } from './revisions.service.js';

interface Address {
  parent: number;
  id: number;
}

/** Versions show what was taken out again: they are for those who edit the entry. */
@Injectable()
export class RevisionsPolicyService {
  constructor(
    private readonly revisions: RevisionsService,
    private readonly entries: EntriesService,
    private readonly writing: EntryWritePolicyService,
  ) {}

  async read(
    ctx: RequestContext,
    resource: RevisionResource,
    { parent: id }: Pick<Address, 'parent'>,
  ): Promise<true | RestError> {
    const parent = await this.revisions.parent(ctx, resource, id);
    if (!parent) return unknownParent();
    return (await this.entries.mayEdit(ctx, parent)) || cannotRead(ctx.principal);
  }

  async remove(ctx: RequestContext, resource: RevisionResource, args: Address): Promise<boolean | RestError> {
    const readable = await this.read(ctx, resource, args);
    if (readable !== true) return readable;
    const revision = await this.revisions.find(ctx, args);
    if (revision instanceof RestError) return revision;
    return this.writing.mayDelete(ctx, (await this.revisions.parent(ctx, resource, args.parent))!);
  }
}

@Injectable()
export class PostRevisionsPolicy {
  constructor(private readonly revisions: RevisionsPolicyService) {}

  read(ctx: RequestContext, args: Pick<Address, 'parent'>): Promise<true | RestError> {
    return this.revisions.read(ctx, POST_REVISIONS, args);
  }

  remove(ctx: RequestContext, args: Address): Promise<boolean | RestError> {
    return this.revisions.remove(ctx, POST_REVISIONS, args);
  }
}

@Injectable()
export class PageRevisionsPolicy {
  constructor(private readonly revisions: RevisionsPolicyService) {}

  read(ctx: RequestContext, args: Pick<Address, 'parent'>): Promise<true | RestError> {
    return this.revisions.read(ctx, PAGE_REVISIONS, args);
  }

  remove(ctx: RequestContext, args: Address): Promise<boolean | RestError> {
    return this.revisions.remove(ctx, PAGE_REVISIONS, args);
  }
}
