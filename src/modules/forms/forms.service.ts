import { Injectable } from '@nestjs/common';
import { RestError } from '../../rest/errors/rest-error.js';
import { type JsonValue } from '../../rest/response/reply.js';
import { type RequestContext, RequestLoader } from '../../rest/http/request-context.js';
import { checkConfig, type ConfigErrors } from './config/check-config.js';
import { type ContactForm, type SavedForm, defaultForm } from './form/form.js';
import {
  applyChanges,
  type CreateFormDto,
  type FormIdDto,
  type ListFormsDto,
  type UpdateFormDto,
} from './forms.dto.js';
import { FormsStore, type FormSummary } from './forms.store.js';
import { FormsWriter } from './forms.writer.js';

/** Permission errors are 403 for anonymous requests too. */
export const forbidden = () => new RestError('wpcf7_forbidden', 'You may not manage contact forms.', 403);

export const formNotFound = () => new RestError('wpcf7_not_found', 'There is no such contact form.', 404);

export const formExists = () => new RestError('wpcf7_post_exists', 'A new contact form cannot have an ID.', 400);

type Json = Record<string, unknown>;

function presentForm({ id, slug, title, locale, properties }: ContactForm): Json {
  return { id, slug, title, locale, properties };
}

/** With its configuration errors, possibly none. */
function presentChecked(form: ContactForm, errors: ConfigErrors): JsonValue {
  const sections = Object.entries(errors).map(([section, list]) => [
    section,
    list.map(({ message, link }) => ({ message, link })),
  ]);
  return { ...presentForm(form), config_errors: sections.length > 0 ? Object.fromEntries(sections) : [] };
}

const MAX_LISTED = 1000;

/** Making and changing forms. Nothing is stored unless the request has `context: save`; anything else is a trial. */
@Injectable()
export class FormsService {
  private readonly byId = new RequestLoader((id: number) => this.store.find(id));

  constructor(
    private readonly store: FormsStore,
    private readonly writer: FormsWriter,
  ) {}

  find(ctx: RequestContext, id: number): Promise<SavedForm | undefined> {
    return Number.isSafeInteger(id) ? this.byId.of(ctx, id) : Promise.resolve(undefined);
  }

  async existing(ctx: RequestContext, id: number): Promise<SavedForm> {
    const form = await this.find(ctx, id);
    if (!form) throw formNotFound();
    return form;
  }

  list({ site }: RequestContext, args: ListFormsDto): Promise<FormSummary[]> {
    const { per_page = -1, offset: start = 0, orderby = 'ID', order = 'asc', search = '' } = args;
    // Zero, or what is no number, means as many as the site shows on a page; -1 means all.
    const perPage = per_page || site.integer('posts_per_page') || 1;
    const offset = Math.min(Math.abs(start), Number.MAX_SAFE_INTEGER);
    return this.store.list({
      orderby,
      isDescending: order.toUpperCase() !== 'ASC',
      search,
      ...(perPage !== -1 && { slice: { limit: Math.min(Math.abs(perPage), MAX_LISTED), offset } }),
    });
  }

  async read(ctx: RequestContext, { id }: FormIdDto): Promise<JsonValue> {
    return presentForm(await this.existing(ctx, id));
  }

  /** A new form is answered without the slug it gets. */
  async create(ctx: RequestContext, args: CreateFormDto): Promise<JsonValue> {
    const { form, errors } = this.changed(ctx, defaultForm(ctx.site), args);
    if (args.context !== 'save') return presentChecked(form, errors);
    return presentChecked({ ...form, id: await this.writer.create(form, errors, ctx) }, errors);
  }

  async update(ctx: RequestContext, args: UpdateFormDto): Promise<JsonValue> {
    const { form, errors } = this.changed(ctx, await this.existing(ctx, args.id), args);
    if (args.context === 'save') await this.writer.update(form, errors, ctx);
    return presentChecked(form, errors);
  }

  async delete(ctx: RequestContext, args: FormIdDto): Promise<JsonValue> {
    const { id } = await this.existing(ctx, args.id);
    if (!(await this.writer.delete(id))) throw formNotFound();
    return { deleted: true };
  }

  private changed<F extends ContactForm>(
    { site, principal }: RequestContext,
    before: F,
    args: CreateFormDto,
  ): { form: F; errors: ConfigErrors } {
    const form = applyChanges(before, args, principal.can('unfiltered_html'));
    return { form, errors: checkConfig(form, { home: site.home, adminEmail: site.option('admin_email') }) };
  }
}
