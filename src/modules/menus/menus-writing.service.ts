import { Inject, Injectable } from '@nestjs/common';
import { MenusWriter } from './menus.writer.js';
import { TermsWriter } from '../terms/terms.writer.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { type Item, type JsonValue, Reply } from '../../rest/response/reply.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { noTrash } from '../terms/terms.errors.js';
import { MetaInputService } from '../meta/meta-input.service.js';
import { type TermResource } from '../terms/terms.fields.js';
import { TermsService } from '../terms/terms.service.js';
import { TermsWritingService } from '../terms/terms-writing.service.js';
import { type MenuValues } from './menus.fields.js';
import { fitsColumn, Term } from '../../database/entities/index.js';

const menuExists = (id: number) =>
  new RestError('menu_exists', 'A menu with this name already exists.', 400, {
    status: 400,
    term_id: id,
  }).withAdditionalData(id);
const nameTooLong = () => {
  const message = 'The name of the menu is too long.';
  return new RestError('db_insert_error', message, 400).withAdditionalData(message);
};
const menuNameTaken = () => RestError.bare('menu_exists', 'A menu with this name already exists.');
const emptyName = () => new RestError('empty_term_name', 'A menu requires a name.', 400);

/** Creates, changes and deletes menus. */
@Injectable()
export class MenusWritingService extends TermsWritingService {
  constructor(
    service: TermsService,
    writer: TermsWriter,
    metaInput: MetaInputService,
    @Inject(PROFILE) profile: Profile,
    private readonly menus: MenusWriter,
  ) {
    super(service, writer, metaInput, profile);
  }

  override async create(ctx: RequestContext, resource: TermResource, values: MenuValues): Promise<Reply> {
    this.refuseParent(ctx, resource);
    if (!fitsColumn(Term, 'name', values.name)) throw nameTooLong();
    const outcome = await this.menus.create(
      await this.changesOf(ctx, resource, undefined, values, values.name),
      this.slugs(ctx),
      ctx.principal,
    );
    if ('refused' in outcome && outcome.refused === 'exists') throw menuExists(outcome.id);
    if ('refused' in outcome && outcome.refused === 'empty_name') throw emptyName();
    const id = this.written(outcome);
    return new Reply(await this.show(ctx, resource, id), 201, { Location: ctx.site.rest(`${resource.route}/${id}`) });
  }

  override async update(
    ctx: RequestContext,
    resource: TermResource,
    id: number,
    values: Partial<MenuValues>,
  ): Promise<Item> {
    this.refuseParent(ctx, resource);
    const { name } = await this.service.existing(ctx, resource, id);
    const changes = await this.changesOf(ctx, resource, id, values, values.name ?? name);
    const outcome = await this.menus.update(id, changes, this.slugs(ctx), ctx.principal);
    if ('refused' in outcome && outcome.refused === 'exists') throw menuNameTaken();
    this.written(outcome);
    return this.show(ctx, resource, id);
  }

  override async delete(ctx: RequestContext, resource: TermResource, id: number, force: boolean): Promise<JsonValue> {
    if (!force) throw noTrash();
    const previous = await this.service.item(ctx, resource, await this.service.existing(ctx, resource, id), 'view');
    this.written(await this.menus.delete(id, ctx.principal));
    return { deleted: true, previous: previous.members };
  }

  private slugs(ctx: RequestContext) {
    return this.service.slugOptions(ctx);
  }

  /** An absent description is cleared, as in WordPress. */
  private async changesOf(
    ctx: RequestContext,
    resource: TermResource,
    id: number | undefined,
    values: Partial<MenuValues>,
    name: string,
  ) {
    return {
      name,
      description: values.description ?? '',
      locations: values.locations,
      autoAdd: values.auto_add,
      meta: await this.changedMeta(ctx, resource, id, values.meta),
    };
  }
}
