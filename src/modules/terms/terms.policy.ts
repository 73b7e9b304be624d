import { Inject, Injectable } from '@nestjs/common';
import { can, siteFacts } from '../../access/capabilities/index.js';
import { AssignedTermsPolicy } from './assigned-terms.policy.js';
import { type Term } from './term.js';
import { type RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { type Allowed } from '../../rest/route/route.types.js';
import { ContentModel } from '../../content-model/content-model.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { type ListTermsDto, type ReadTermDto, type TermIdDto } from './terms.dto.js';
import { type TermResource, termResource } from './terms.fields.js';
import * as errors from './terms.errors.js';
import { TermsService } from './terms.service.js';

/** Who may do what with the terms of one taxonomy. */
@Injectable()
export abstract class TermsPolicy {
  /** Name of the taxonomy. */
  protected abstract readonly taxonomy: string;

  constructor(
    protected readonly terms: TermsService,
    private readonly assigned: AssignedTermsPolicy,
    private readonly model: ContentModel,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  protected get resource(): TermResource {
    return termResource(this.model, this.taxonomy);
  }

  list(ctx: RequestContext, args: Partial<ListTermsDto>): Allowed {
    const isEdited = args.context === 'edit' || (ctx.hasWritten && this.profile.rest.hintsMethods);
    if (isEdited && !ctx.principal.can(this.resource.taxonomy.capabilities.edit_terms))
      return errors.cannotEditTerms(ctx.principal);
    // Raw: a value that is not a number is not converted, and gets the same error as a missing post.
    const post = args.post ?? (ctx.request.param('post') === undefined ? 0 : NaN);
    return post === 0 || this.assigned.list(ctx, this.resource.taxonomy, post);
  }

  async read(ctx: RequestContext, args: ReadTermDto): Promise<boolean | RestError> {
    const term = await this.terms.find(ctx, this.resource, args.id);
    if (!term) return errors.unknownTerm();
    return args.context !== 'edit' || this.may(ctx, 'edit_term', term) || errors.cannotEditTerm(ctx.principal);
  }

  create(ctx: RequestContext): Allowed {
    const { capabilities, hierarchical } = this.resource.taxonomy;
    const needed = hierarchical || !this.profile.terms.assigningSuffices ? 'edit_terms' : 'assign_terms';
    return ctx.principal.can(capabilities[needed]) || errors.cannotCreate(ctx.principal);
  }

  async update(ctx: RequestContext, args: TermIdDto): Promise<boolean | RestError> {
    const term = await this.terms.find(ctx, this.resource, args.id);
    if (!term) return errors.unknownTerm();
    return this.may(ctx, 'edit_term', term) || errors.cannotUpdate(ctx.principal);
  }

  async delete(ctx: RequestContext, args: TermIdDto): Promise<boolean | RestError> {
    const term = await this.terms.find(ctx, this.resource, args.id);
    if (!term) return errors.unknownTerm();
    return this.may(ctx, 'delete_term', term) || errors.cannotDelete(ctx.principal);
  }

  private may(ctx: RequestContext, question: 'edit_term' | 'delete_term', { id, taxonomy }: Term): boolean {
    return can(ctx.principal, question, { id, taxonomy }, siteFacts(ctx.site));
  }
}

@Injectable()
export class CategoriesPolicy extends TermsPolicy {
  protected readonly taxonomy = 'category';
}

@Injectable()
export class TagsPolicy extends TermsPolicy {
  protected readonly taxonomy = 'post_tag';
}
