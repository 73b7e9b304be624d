import { Inject, Injectable } from '@nestjs/common';
import { type TermOutcome, TermsWriter, type TermTexts } from '../../content/terms/terms.writer.js';
import { type Item, type JsonValue, Reply } from '../../rest/response/reply.js';
import { type RequestContext } from '../../rest/route/context.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { type TermKind } from './term-kinds.js';
import { flatTaxonomy, noTrash, refusalError, type RefusalWords } from './terms.errors.js';
import { TermsService } from './terms.service.js';

/** Creates, changes and deletes terms. */
@Injectable()
export class TermsWritingService {
  constructor(
    private readonly service: TermsService,
    private readonly writer: TermsWriter,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  async create(ctx: RequestContext, kind: TermKind, texts: TermTexts & { name: string }): Promise<Reply> {
    this.refuseParent(ctx, kind);
    const outcome = await this.writer.create(kind.taxonomy, texts, this.service.slugOptions(ctx));
    const id = this.written(outcome, 'db_insert_error');
    return new Reply(await this.show(ctx, kind, id), 201, { Location: ctx.site.rest(`/wp/v2/${kind.base}/${id}`) });
  }

  async update(
    ctx: RequestContext,
    kind: TermKind,
    id: number,
    { name, slug, description, parent }: TermTexts,
  ): Promise<Item> {
    this.refuseParent(ctx, kind);
    const changes = { name, slug, description, parent };
    if (Object.values(changes).some((value) => value !== undefined)) {
      this.written(
        await this.writer.update(kind.taxonomy, id, changes, this.service.slugOptions(ctx)),
        'db_update_error',
      );
    }
    return this.show(ctx, kind, id);
  }

  async delete(ctx: RequestContext, kind: TermKind, id: number, force: boolean): Promise<JsonValue> {
    if (!force) throw noTrash();
    const previous = await this.service.item(ctx, kind, await this.service.existing(ctx, kind, id), 'view');
    const fallback = kind.taxonomy.name === 'category' ? ctx.site.integer('default_category') : 0;
    this.written(await this.writer.remove(kind.taxonomy, id, fallback), 'db_update_error');
    return { deleted: true, previous: previous.members };
  }

  /** Raw: flat taxonomies declare no `parent`, and a request that brings one is refused. */
  private refuseParent(ctx: RequestContext, { taxonomy }: TermKind): void {
    if (!taxonomy.hierarchical && ctx.request.param('parent') !== undefined) throw flatTaxonomy();
  }

  private written(outcome: TermOutcome, storageCode: RefusalWords['storageCode']): number {
    if ('refused' in outcome)
      throw refusalError(outcome, { storageCode, reportsConflicts: this.profile.terms.reportsConflicts });
    return outcome.id;
  }

  private async show(ctx: RequestContext, kind: TermKind, id: number): Promise<Item> {
    ctx.forget();
    return this.service.read(ctx, kind, { id, context: 'view' });
  }
}
