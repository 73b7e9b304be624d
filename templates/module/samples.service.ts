import { Inject, Injectable } from '@nestjs/common';
import {
  cleanTextField,
  type Context,
  Item,
  type JsonValue,
  Links,
  pagedReply,
  PROFILE,
  type Profile,
  Reply,
  type RequestContext,
  RequestLoader,
  RestError,
} from '@nestpress/server';
import { type Sample } from './sample.entity.js';
import {
  type CreateSampleDto,
  type ListSamplesDto,
  type ReadSampleDto,
  type SampleIdDto,
  type UpdateSampleDto,
} from './samples.dto.js';
import { SAMPLE } from './samples.fields.js';
import { SamplesStore } from './samples.store.js';

const ROUTE = '/samples/v1/samples';

export const unknownSample = () => new RestError('sample_invalid_id', 'There is no such sample.', 404);

/** What happens: takes plain values, throws `RestError`. */
@Injectable()
export class SamplesService {
  private readonly byId = new RequestLoader((id: number) => this.samples.byId(id));

  constructor(
    private readonly samples: SamplesStore,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  async list(ctx: RequestContext, args: ListSamplesDto): Promise<Reply> {
    const { page, per_page: perPage, search, context } = args;
    const { samples, total } = await this.samples.list({ search, limit: perPage, offset: (page - 1) * perPage });
    const items = samples.map((sample) => this.item(ctx, sample, context, ctx.wants));
    return pagedReply(ctx, ROUTE, items, { total, page, perPage, args });
  }

  async read(ctx: RequestContext, { id, context }: ReadSampleDto): Promise<Item> {
    return this.item(ctx, await this.existing(ctx, id), context, ctx.wants);
  }

  async create(ctx: RequestContext, { title = '', text = '' }: CreateSampleDto): Promise<Reply> {
    const id = await this.samples.add({ title: cleanTextField(title), text, author: ctx.principal.id });
    return new Reply(this.item(ctx, await this.existing(ctx, id), 'edit'), 201, {
      Location: ctx.site.rest(`${ROUTE}/${id}`),
    });
  }

  async update(ctx: RequestContext, { id, title, text }: UpdateSampleDto): Promise<Item> {
    const isFound = await this.samples.update(id, {
      ...(title !== undefined && { title: cleanTextField(title) }),
      ...(text !== undefined && { text }),
    });
    if (!isFound) throw unknownSample();
    ctx.forget();
    return this.item(ctx, await this.existing(ctx, id), 'edit');
  }

  async delete(ctx: RequestContext, { id }: SampleIdDto): Promise<JsonValue> {
    const previous = this.item(ctx, await this.existing(ctx, id), 'edit');
    if (!(await this.samples.delete(id))) throw unknownSample();
    return { deleted: true, previous: previous.members };
  }

  /** The sample a request is about; policy and operation see the same object. */
  find(ctx: RequestContext, id: number): Promise<Sample | undefined> {
    return this.byId.of(ctx, id);
  }

  private async existing(ctx: RequestContext, id: number): Promise<Sample> {
    const sample = await this.find(ctx, id);
    if (!sample) throw unknownSample();
    return sample;
  }

  private item({ site }: RequestContext, sample: Sample, context: Context, only?: ReadonlySet<string>): Item {
    const links = new Links()
      .add('self', site.rest(`${ROUTE}/${sample.id}`))
      .add('collection', site.rest(ROUTE))
      .add('author', site.rest(`/wp/v2/users/${sample.author}`), { embed: { source: 'users', id: sample.author } });
    return new Item(SAMPLE.projection(this.profile, context, only)(sample, undefined), links);
  }
}
