import { Module } from '@nestjs/common';
import { MediaFilesModule } from './media-files.module.js';
import { type Item, type Reply } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Args, can, CREATABLE, Ctx, RestController, Route } from '../../rest/route/route.decorators.js';
import { EntriesApiModule } from '../entries/entries-api.module.js';
import { EditMediaDto, PostProcessDto } from './media-editing.dto.js';
import { MediaEditingPolicy } from './media.policy.js';
import { MediaEditingService } from './media-editing.service.js';

@RestController({ namespace: 'wp/v2', base: '/media' })
class MediaEditingController {
  constructor(private readonly media: MediaEditingService) {}

  @Route({
    methods: CREATABLE,
    path: '/(?P<id>[\\d]+)/post-process',
    args: PostProcessDto,
    can: can(MediaEditingPolicy, 'update'),
  })
  postProcess(@Ctx() ctx: RequestContext, @Args() args: PostProcessDto): Promise<Item> {
    return this.media.createSizes(ctx, args.id);
  }

  @Route({
    methods: CREATABLE,
    path: '/(?P<id>[\\d]+)/edit',
    args: EditMediaDto,
    can: can(MediaEditingPolicy, 'editImage'),
  })
  edit(@Ctx() ctx: RequestContext, @Args() args: EditMediaDto): Promise<Reply> {
    return this.media.edit(ctx, args);
  }
}

/** Edits and replaces files of attachments. */
@Module({
  imports: [EntriesApiModule, MediaFilesModule],
  providers: [MediaEditingPolicy, MediaEditingService],
  exports: [MediaEditingPolicy, MediaEditingService, MediaFilesModule],
})
export class MediaImagesModule {}

/** Edited copies of images and later generated sizes, in WordPress 7. */
@Module({ imports: [MediaImagesModule], controllers: [MediaEditingController] })
export class MediaEditingModule {}
