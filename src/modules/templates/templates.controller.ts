import { type Type } from '@nestjs/common';
import { writeDto } from '../../rest/fields/resource-fields.js';
import { type Content, type Item, type Reply } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/http/request-context.js';
import {
  Args,
  can,
  CREATABLE,
  Ctx,
  DELETABLE,
  EDITABLE,
  READABLE,
  RestController,
  Route,
} from '../../rest/route/route.decorators.js';
import {
  DeleteTemplateDto,
  ListTemplatesDto,
  LookupTemplateDto,
  ReadTemplateDto,
  TEMPLATE_ID,
  type TemplateIdDto,
  type TemplateValues,
  UpdateTemplateDto,
} from './templates.dto.js';
import { TemplatesPolicy } from './templates.policy.js';
import { type TemplateResource, TemplatesService } from './templates.service.js';

const ITEM = `/(?P<id>${TEMPLATE_ID})`;

/** The routes of templates or of template parts. */
export function templatesController(resource: TemplateResource): Type<object> {
  const { type, fields } = resource;
  const CreateDto = writeDto<TemplateValues>(fields, 'create');
  const UpdateDto = writeDto<TemplateValues>(fields, 'update', UpdateTemplateDto);

  @RestController({ namespace: type.restNamespace, base: `/${type.restBase!}`, fields })
  class TemplatesController {
    constructor(private readonly templates: TemplatesService) {}

    @Route({ methods: READABLE, args: ListTemplatesDto, can: can(TemplatesPolicy, 'read') })
    list(@Ctx() ctx: RequestContext, @Args() args: ListTemplatesDto): Promise<Item[]> {
      return this.templates.list(ctx, resource, args);
    }

    @Route({ methods: CREATABLE, args: CreateDto, can: can(TemplatesPolicy, 'write') })
    create(@Ctx() ctx: RequestContext, @Args() args: Partial<TemplateValues>): Promise<Reply> {
      return this.templates.create(ctx, resource, args);
    }

    @Route({
      methods: READABLE,
      path: '/lookup',
      args: LookupTemplateDto,
      can: can(TemplatesPolicy, 'read'),
      hidesSchema: true,
      returns: 'optional',
    })
    lookup(@Ctx() ctx: RequestContext, @Args() args: LookupTemplateDto): Promise<Content> {
      return this.templates.lookup(ctx, resource, args);
    }

    @Route({ methods: READABLE, path: ITEM, args: ReadTemplateDto, can: can(TemplatesPolicy, 'read') })
    read(@Ctx() ctx: RequestContext, @Args() args: ReadTemplateDto): Promise<Item> {
      return this.templates.read(ctx, resource, args);
    }

    @Route({ methods: EDITABLE, path: ITEM, args: UpdateDto, can: can(TemplatesPolicy, 'write') })
    update(@Ctx() ctx: RequestContext, @Args() args: TemplateIdDto & Partial<TemplateValues>): Promise<Item> {
      return this.templates.update(ctx, resource, args.id, args);
    }

    @Route({ methods: DELETABLE, path: ITEM, args: DeleteTemplateDto, can: can(TemplatesPolicy, 'write') })
    delete(@Ctx() ctx: RequestContext, @Args() args: DeleteTemplateDto): Promise<Content> {
      return this.templates.delete(ctx, resource, args);
    }
  }
  return TemplatesController;
}
