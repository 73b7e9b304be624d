import { MODIFIER, type Modifier, stepsOfModifiers } from './media-editing.dto.js';
import { CENTRE, MediaEditingService } from './media-editing.service.js';
import { MediaEditingPolicy } from './media.policy.js';
import { MediaService } from './media.service.js';
import { receiveUpload } from './received-upload.js';
import { SideloadedFilesService } from './sideloaded-files.service.js';
import { Arg } from '../../rest/args/arg.decorator.js';
import { CollectionDto } from '../../rest/args/common.dto.js';
import { invalidParams } from '../../rest/errors/catalogue.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { CURSOR_ARG, cursorReply, readCursor, unlessKnown } from '../../rest/response/cursor.js';
import { pagedReply } from '../../rest/response/paging.js';
import { Item, Reply, type WireReply } from '../../rest/response/reply.js';
import { Args, can, CREATABLE, Ctx, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { ImagesWithoutAltService } from './images-without-alt.service.js';
import { MediaAdminPolicy } from './media.admin.policy.js';

const WITHOUT_ALT = '/nestpress/v1/media/without-alt';
const share = (description: string) => ({ type: 'number' as const, minimum: 0, maximum: 1, description });

const IMAGE = new ResourceFields('media-image', {
  id: { description: 'Attachment ID.', type: 'integer', readonly: true },
  focal_point: {
    description: 'What cropped sizes show in any case.',
    type: 'object',
    properties: { x: share('From the left, as a share of the width.'), y: share('From the top, of the height.') },
    // Lists name the images only.
    optional: true,
  },
});

class ListWithoutAltDto extends CollectionDto {
  @Arg(CURSOR_ARG)
  cursor?: string;
}

const presentId = (id: number) => new Item({ id });

class CopyImageDto {
  @Arg({
    type: 'string',
    format: 'uri',
    required: true,
    checkedBy: SideloadedFilesService,
    description: 'Address of an image on another site.',
  })
  url!: string;
}

class ImageDto {
  @Arg({ type: 'integer', required: true, description: 'Attachment ID.' })
  id!: number;
}

class EditImageDto extends ImageDto {
  @Arg({ type: 'array', items: MODIFIER, default: [], description: 'Modifications to apply, in order.' })
  modifiers!: Modifier[];

  @Arg({
    type: 'object',
    required: false,
    description: 'What cropped sizes show in any case.',
    properties: { x: share('From the left.'), y: share('From the top.') },
  })
  focal_point?: { x?: number; y?: number };

  @Arg({
    type: 'boolean',
    default: false,
    description: 'Whether the edited image becomes a new attachment; otherwise it replaces this one.',
  })
  copy!: boolean;
}

/** Edits images, replaces files, and finds images without alternative text, whatever the emulated release. */
@RestController({ namespace: 'nestpress/v1', base: '/media', fields: IMAGE })
export class MediaImagesController {
  constructor(
    private readonly editing: MediaEditingService,
    private readonly images: ImagesWithoutAltService,
    private readonly media: MediaService,
  ) {}

  /** Fetches an image of another site into the library. */
  @Route({ methods: CREATABLE, path: '/copies', args: CopyImageDto, can: can(MediaAdminPolicy, 'upload') })
  copy(@Ctx() ctx: RequestContext, @Args() { url }: CopyImageDto): Promise<Reply> {
    return this.media.copy(ctx, url);
  }

  @Route({
    methods: READABLE,
    path: '/without-alt',
    args: ListWithoutAltDto,
    can: can(MediaAdminPolicy, 'upload'),
    returns: 'list',
  })
  async withoutAlt(@Ctx() ctx: RequestContext, @Args() args: ListWithoutAltDto): Promise<Reply | WireReply> {
    const { page, per_page: perPage, search, cursor } = args;
    if (cursor !== undefined) {
      const ids = await this.images.before(ctx.principal, search, readCursor(cursor), perPage + 1);
      return unlessKnown(ctx, cursorReply(ctx, WITHOUT_ALT, ids.map(presentId), { limit: perPage, args }));
    }
    const { ids, total } = await this.images.find(ctx.principal, search, { perPage, offset: (page - 1) * perPage });
    return unlessKnown(ctx, pagedReply(ctx, WITHOUT_ALT, ids.map(presentId), { total, page, perPage, args }));
  }

  @Route({
    methods: READABLE,
    path: '/(?P<id>[\\d]+)/image',
    args: ImageDto,
    can: can(MediaEditingPolicy, 'editImage'),
  })
  async read(@Args() { id }: ImageDto): Promise<Item> {
    return new Item({ id, focal_point: { ...(await this.editing.focalPointOf(id)) } });
  }

  /** The response is the attachment that shows the edited image. */
  @Route({
    methods: CREATABLE,
    path: '/(?P<id>[\\d]+)/image',
    args: EditImageDto,
    can: can(MediaEditingPolicy, 'editImage'),
  })
  async edit(@Ctx() ctx: RequestContext, @Args() args: EditImageDto): Promise<Item | Reply> {
    const { id, modifiers, focal_point: point, copy } = args;
    if (modifiers.length === 0 && !point) throw invalidParams({ modifiers: 'Send modifiers or a focal point.' });
    if (copy) return this.editing.edit(ctx, { id, modifiers });
    return this.editing.editInPlace(ctx, id, stepsOfModifiers(modifiers), point && { ...CENTRE, ...point });
  }

  /** The file in the form field `file`, or the body, replaces that of the attachment under the same addresses. */
  @Route({
    methods: CREATABLE,
    path: '/(?P<id>[\\d]+)/file',
    args: ImageDto,
    can: can(MediaEditingPolicy, 'editImage'),
    body: { upload: 'upload_files' },
  })
  async replace(@Ctx() ctx: RequestContext, @Args() { id }: ImageDto): Promise<Item> {
    const { path } = await receiveUpload(ctx.request);
    return this.editing.replace(ctx, id, path);
  }
}
