import { Inject, Injectable } from '@nestjs/common';
import { type TermOutcome, TermsWriter } from './terms.writer.js';
import { type MetaChange } from '../meta/meta.store.js';
import { type Item, type JsonValue, Reply } from '../../rest/response/reply.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { fieldRequest } from '../../rest/http/field-request.js';
import { fieldUpdate } from '../../content-model/field-values.js';
import { MetaInputService } from '../meta/meta-input.service.js';
import { type TermResource, type TermValues } from './terms.fields.js';
import { flatTaxonomy, noTrash, refusalError } from './terms.errors.js';
import { TermsService } from './terms.service.js';

/** Creates, changes and deletes terms. */
@Injectable()
export class TermsWritingService {
  constructor(
    protected readonly service: TermsService,
    private readonly writer: TermsWriter,
    private readonly metaInput: MetaInputService,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  async create(ctx: RequestContext, resource: TermResource, { meta, ...texts }: TermValues): Promise<Reply> {
    this.refuseParent(ctx, resource);
    const also = fieldUpdate(ctx.site.model.fields.of('term', resource.taxonomy.name), texts, fieldRequest(ctx));
    const values = { ...texts, meta: await this.changedMeta(ctx, resource, undefined, meta) };
    const outcome = await this.writer.create(resource.taxonomy, values, this.service.slugOptions(ctx), {
      principal: ctx.principal,
      also,
    });
    const id = this.written(outcome);
    return new Reply(await this.show(ctx, resource, id), 201, { Location: ctx.site.rest(`${resource.route}/${id}`) });
  }

  async update(
    ctx: RequestContext,
    resource: TermResource,
    id: number,
    { name, slug, description, parent, meta, ...fields }: Partial<TermValues>,
  ): Promise<Item> {
    this.refuseParent(ctx, resource);
    const also = fieldUpdate(ctx.site.model.fields.of('term', resource.taxonomy.name), fields, fieldRequest(ctx));
    const own = await this.changedMeta(ctx, resource, id, meta);
    const changes = { name, slug, description, parent, ...(own.length > 0 && { meta: own }) };
    if (also || Object.values(changes).some((value) => value !== undefined)) {
      const write = { principal: ctx.principal, also };
      this.written(await this.writer.update(resource.taxonomy, id, changes, this.service.slugOptions(ctx), write));
    }
    return this.show(ctx, resource, id);
  }

  async delete(ctx: RequestContext, resource: TermResource, id: number, force: boolean): Promise<JsonValue> {
    if (!force) throw noTrash();
    const previous = await this.service.item(ctx, resource, await this.service.existing(ctx, resource, id), 'view');
    const fallback = ctx.site.defaultTerm(resource.taxonomy.name);
    this.written(await this.writer.delete(resource.taxonomy, id, fallback, ctx));
    return { deleted: true, previous: previous.members };
  }

  /** Raw: flat taxonomies declare no `parent`, and a request that brings one is refused. */
  protected refuseParent(ctx: RequestContext, { taxonomy }: TermResource): void {
    if (!taxonomy.hierarchical && ctx.request.param('parent') !== undefined) throw flatTaxonomy();
  }

  protected written(outcome: TermOutcome): number {
    if ('refused' in outcome) throw refusalError(outcome, this.profile.terms.conflictStatus);
    return outcome.id;
  }

  protected async show(ctx: RequestContext, resource: TermResource, id: number): Promise<Item> {
    ctx.forget();
    return this.service.read(ctx, resource, { id, context: 'view' });
  }

  /** Users who may only assign terms may create tags, but not set their meta. */
  protected changedMeta(
    { site, principal }: RequestContext,
    { taxonomy }: TermResource,
    id: number | undefined,
    meta: unknown,
  ): Promise<MetaChange[]> {
    const mayEdit = principal.can(taxonomy.capabilities.edit_terms);
    const fields = site.model.metaOf('term', taxonomy.name);
    return this.metaInput.changes({ object: 'term', id, fields, principal, mayEdit }, meta);
  }
}
