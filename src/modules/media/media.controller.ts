import { ENTRY_TABLES } from '../entries/model/entry-sources.js';
import { type Content, type Reply } from '../../rest/response/reply.js';
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
import { DeleteEntryDto } from '../entries/api/entry-write.dto.js';
import {
  createMediaDto,
  type ListMediaDto,
  listMediaDto,
  type MediaValues,
  ReadMediaDto,
  updateMediaDto,
} from './media.dto.js';
import { mediaResource } from './media.fields.js';
import { MediaPolicy } from './media.policy.js';
import { MediaService } from './media.service.js';

@RestController({ namespace: 'wp/v2', base: '/media', fields: byModel((model) => mediaResource(model).fields) })
export class MediaController {
  constructor(private readonly media: MediaService) {}

  @Route({
    methods: READABLE,
    args: byModel((model) => listMediaDto(mediaResource(model), model.queries.filtersOf('attachment'))),
    can: can(MediaPolicy, 'list'),
    cache: ENTRY_TABLES,
  })
  list(@Ctx() ctx: RequestContext, @Args() args: ListMediaDto): Promise<Reply> {
    return this.media.list(ctx, args);
  }

  @Route({
    methods: CREATABLE,
    args: byModel((model) => createMediaDto(mediaResource(model))),
    can: can(MediaPolicy, 'create'),
    body: { upload: 'upload_files' },
  })
  create(@Ctx() ctx: RequestContext, @Args() args: MediaValues): Promise<Reply> {
    return this.media.create(ctx, args);
  }

  @Route({
    methods: READABLE,
    path: '/(?P<id>[\\d]+)',
    args: ReadMediaDto,
    can: can(MediaPolicy, 'read'),
    cache: ENTRY_TABLES,
  })
  read(@Ctx() ctx: RequestContext, @Args() args: ReadMediaDto): Promise<Reply> {
    return this.media.read(ctx, args);
  }

  @Route({
    methods: EDITABLE,
    path: '/(?P<id>[\\d]+)',
    args: byModel((model) => updateMediaDto(mediaResource(model))),
    can: can(MediaPolicy, 'update'),
  })
  update(@Ctx() ctx: RequestContext, @Args() args: MediaValues & { id: number }): Promise<Content> {
    return this.media.update(ctx, args);
  }

  @Route({ methods: DELETABLE, path: '/(?P<id>[\\d]+)', args: DeleteEntryDto, can: can(MediaPolicy, 'delete') })
  delete(@Ctx() ctx: RequestContext, @Args() args: DeleteEntryDto): Promise<Content> {
    return this.media.delete(ctx, args);
  }
}
