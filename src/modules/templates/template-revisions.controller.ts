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
  READABLE,
  RestController,
  Route,
} from '../../rest/route/route.decorators.js';
import {
  DeleteTemplateRevisionDto,
  ListTemplateAutosavesDto,
  ListTemplateRevisionsDto,
  ReadTemplateRevisionDto,
} from './template-revisions.dto.js';
import { type TemplateRevisionsPolicy } from './template-revisions.policy.js';
import { TemplateRevisionsService } from './template-revisions.service.js';
import { TEMPLATE_ID, TemplateIdDto, type TemplateValues } from './templates.dto.js';
import { templateFields } from './templates.fields.js';
import { TemplatesPolicy } from './templates.policy.js';
import { type TemplateResource } from './templates.service.js';

const REVISIONS = `/(?P<parent>${TEMPLATE_ID})/revisions`;
const REVISION = `${REVISIONS}/(?P<id>[\\d]+)`;
const AUTOSAVES = `/(?P<id>${TEMPLATE_ID})/autosaves`;
const AUTOSAVE = `/(?P<parent>${TEMPLATE_ID})/autosaves/(?P<id>[\\d]+)`;

/** The routes of the revisions and autosaves of templates or of template parts. */
export function templateRevisionsController(
  resource: TemplateResource,
  policy: Type<TemplateRevisionsPolicy>,
): Type<object> {
  const { type, fields } = resource;
  const SaveDto = writeDto<TemplateValues>(templateFields(type), 'update', TemplateIdDto);

  @RestController({ namespace: type.restNamespace, base: `/${type.restBase!}`, fields })
  class TemplateRevisionsController {
    constructor(private readonly revisions: TemplateRevisionsService) {}

    @Route({ methods: READABLE, path: REVISIONS, args: ListTemplateRevisionsDto, can: can(policy, 'read') })
    list(@Ctx() ctx: RequestContext, @Args() args: ListTemplateRevisionsDto): Promise<Reply> {
      return this.revisions.list(ctx, resource, args);
    }

    @Route({ methods: READABLE, path: REVISION, args: ReadTemplateRevisionDto, can: can(policy, 'read') })
    read(@Ctx() ctx: RequestContext, @Args() args: ReadTemplateRevisionDto): Promise<Item> {
      return this.revisions.read(ctx, resource, args);
    }

    @Route({ methods: DELETABLE, path: REVISION, args: DeleteTemplateRevisionDto, can: can(policy, 'delete') })
    delete(@Ctx() ctx: RequestContext, @Args() args: DeleteTemplateRevisionDto): Promise<Content> {
      return this.revisions.delete(ctx, resource, args);
    }

    @Route({
      methods: READABLE,
      path: AUTOSAVES,
      args: ListTemplateAutosavesDto,
      can: can(policy, 'readAutosaves'),
      returns: 'list',
    })
    listAutosaves(@Ctx() ctx: RequestContext, @Args() args: ListTemplateAutosavesDto): Promise<Item[]> {
      return this.revisions.listAutosaves(ctx, resource, args);
    }

    @Route({ methods: CREATABLE, path: AUTOSAVES, args: SaveDto, can: can(TemplatesPolicy, 'write') })
    save(@Ctx() ctx: RequestContext, @Args() args: TemplateIdDto & Partial<TemplateValues>): Promise<Item> {
      return this.revisions.save(ctx, resource, args);
    }

    @Route({ methods: READABLE, path: AUTOSAVE, args: ReadTemplateRevisionDto, can: can(policy, 'read') })
    readAutosave(@Ctx() ctx: RequestContext, @Args() args: ReadTemplateRevisionDto): Promise<Item> {
      return this.revisions.readAutosave(ctx, resource, args);
    }
  }
  return TemplateRevisionsController;
}
