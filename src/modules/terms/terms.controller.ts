import { type Type } from '@nestjs/common';
import { writeDto } from '../../rest/fields/resource-fields.js';
import { type Item, type JsonValue, type Reply } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/http/request-context.js';
import {
  Args,
  byModel,
  can,
  CREATABLE,
  Ctx,
  DELETABLE,
  EDITABLE,
  READABLE,
  RestController,
  Route,
} from '../../rest/route/route.decorators.js';
import { ContentModel } from '../../content-model/content-model.js';
import { CATEGORY, POST_TAG, type Taxonomy } from '../../content-model/taxonomies.js';
import { type CacheTag } from '../../rest/route/route.types.js';
import { DeleteTermDto, listTermsDto, type ListTermsDto, ReadTermDto, TermIdDto } from './terms.dto.js';
import { type TermResource, termResource, type TermValues } from './terms.fields.js';
import { CategoriesPolicy, TagsPolicy, type TermsPolicy } from './terms.policy.js';
import { TermsListService } from './terms-list.service.js';
import { TermsService } from './terms.service.js';
import { TermsWritingService } from './terms-writing.service.js';

const ITEM = '/(?P<id>[\\d]+)';
/** A list can be limited to a post, which the requester must be able to read. */
const TABLES: readonly CacheTag[] = ['terms', 'term_taxonomy', 'term_relationships', 'termmeta', 'posts'];

/** The handlers of the routes of one taxonomy. */
export interface TermRoutes {
  list(ctx: RequestContext, args: ListTermsDto): Promise<Reply>;
  create(ctx: RequestContext, args: TermValues): Promise<Reply>;
  read(ctx: RequestContext, args: ReadTermDto): Promise<Item>;
  update(ctx: RequestContext, args: TermIdDto & Partial<TermValues>): Promise<Item>;
  delete(ctx: RequestContext, args: DeleteTermDto): Promise<JsonValue>;
}

/** The routes of the terms of one taxonomy: base class of `CategoriesController`, `TagsController` and those of declared taxonomies. */
export function termsController(
  declared: Taxonomy,
  policy: Type<TermsPolicy>,
  resourceOf = (model: ContentModel) => termResource(model, declared.name),
): Type<TermRoutes> {
  const byResource = <T>(derive: (resource: TermResource) => T) => byModel((model) => derive(resourceOf(model)));
  const ListDto = byModel((model) => {
    const { taxonomy } = resourceOf(model);
    return listTermsDto(taxonomy, model.queries.rowFiltersOf({ taxonomy: taxonomy.name }));
  });
  const CreateDto = byResource(({ fields }) => writeDto<TermValues>(fields, 'create'));
  const UpdateDto = byResource(({ fields }) => writeDto<TermValues>(fields, 'update', TermIdDto));

  @RestController({
    namespace: declared.restNamespace,
    base: `/${declared.restBase!}`,
    fields: byResource(({ fields }) => fields),
    allowsBatch: true,
  })
  class TermsController implements TermRoutes {
    private readonly resource: TermResource;

    constructor(
      private readonly terms: TermsService,
      private readonly lists: TermsListService,
      private readonly writing: TermsWritingService,
      model: ContentModel,
    ) {
      this.resource = resourceOf(model);
    }

    @Route({ methods: READABLE, args: ListDto, can: can(policy, 'list'), cache: TABLES })
    list(@Ctx() ctx: RequestContext, @Args() args: ListTermsDto): Promise<Reply> {
      return this.lists.list(ctx, this.resource, args);
    }

    @Route({ methods: CREATABLE, args: CreateDto, can: can(policy, 'create') })
    create(@Ctx() ctx: RequestContext, @Args() args: TermValues): Promise<Reply> {
      return this.writing.create(ctx, this.resource, args);
    }

    @Route({ methods: READABLE, path: ITEM, args: ReadTermDto, can: can(policy, 'read'), cache: TABLES })
    read(@Ctx() ctx: RequestContext, @Args() args: ReadTermDto): Promise<Item> {
      return this.terms.read(ctx, this.resource, args);
    }

    @Route({ methods: EDITABLE, path: ITEM, args: UpdateDto, can: can(policy, 'update') })
    update(@Ctx() ctx: RequestContext, @Args() args: TermIdDto & Partial<TermValues>): Promise<Item> {
      return this.writing.update(ctx, this.resource, args.id, args);
    }

    @Route({ methods: DELETABLE, path: ITEM, args: DeleteTermDto, can: can(policy, 'delete') })
    delete(@Ctx() ctx: RequestContext, @Args() args: DeleteTermDto): Promise<JsonValue> {
      return this.writing.delete(ctx, this.resource, args.id, args.force);
    }
  }
  return TermsController;
}

/** `/wp/v2/categories` */
export class CategoriesController extends termsController(CATEGORY, CategoriesPolicy) {}

/** `/wp/v2/tags` */
export class TagsController extends termsController(POST_TAG, TagsPolicy) {}
