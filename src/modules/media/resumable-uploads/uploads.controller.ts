import { Req } from '@nestjs/common';
import { type Request } from 'express';
import { Arg } from '../../../rest/args/arg.decorator.js';
import { ResourceFields } from '../../../rest/fields/resource-fields.js';
import { RequestContext } from '../../../rest/http/request-context.js';
import { Item, Reply, WireReply } from '../../../rest/response/reply.js';
import {
  Args,
  can,
  CREATABLE,
  Ctx,
  DELETABLE,
  READABLE,
  RestController,
  Route,
} from '../../../rest/route/route.decorators.js';
import { EXTENSIONS } from './tus-files.service.js';
import { UploadsPolicy } from './uploads.policy.js';
import { UploadsService, type UploadState } from './uploads.service.js';

const ITEM = '/(?P<id>[\\da-f]{32})';
const VERSION = { 'Tus-Resumable': '1.0.0' };

const UPLOAD = new ResourceFields('upload', {
  id: { description: 'Upload ID.', type: 'string', readonly: true },
  size: { description: 'Size of the complete file, in bytes.', type: 'integer', readonly: true },
  offset: { description: 'Number of received bytes.', type: 'integer', readonly: true },
  expires: {
    description: 'Until when it can be continued, in UTC.',
    type: 'string',
    format: 'date-time',
    readonly: true,
  },
  media: { description: 'ID of the media item; 0 until the upload is finished.', type: 'integer', readonly: true },
});

class UploadIdDto {
  @Arg({ type: 'string', required: true, description: 'Upload ID.' })
  id!: string;
}

const UPLOADS = can(UploadsPolicy, 'upload');
const PROTOCOL = {
  request: ['Tus-Resumable', 'Upload-Length', 'Upload-Metadata', 'Upload-Offset', 'X-HTTP-Method-Override'],
  response: ['Tus-Resumable', 'Upload-Offset', 'Upload-Length', 'Upload-Expires', 'Location'],
  described: { ...VERSION, 'Tus-Version': '1.0.0', 'Tus-Extension': EXTENSIONS.join(',') },
};

/** Resumable uploads: the protocol tus 1.0. */
@RestController({
  namespace: 'nestpress/v1',
  base: '/uploads',
  fields: UPLOAD,
  protocol: PROTOCOL,
})
export class UploadsController {
  constructor(private readonly uploads: UploadsService) {}

  @Route({ methods: CREATABLE, can: UPLOADS, body: { upload: 'upload_files', isPart: true } })
  async create(@Ctx() ctx: RequestContext, @Req() message: Request): Promise<Reply> {
    const state = await this.uploads.create(ctx, message);
    // Without the host: the client goes on where it has begun, whatever the site calls itself.
    const { pathname, search } = new URL(ctx.site.rest(`/nestpress/v1/uploads/${state.upload.id}`));
    return new Reply(present(state), 201, { ...headersOf(ctx, state), Location: pathname + search });
  }

  @Route({ methods: READABLE, path: ITEM, args: UploadIdDto, can: UPLOADS })
  async read(@Ctx() ctx: RequestContext, @Args() { id }: UploadIdDto): Promise<Reply> {
    const state = await this.uploads.read(ctx, id);
    const length = { 'Upload-Length': state.upload.size };
    return new Reply(present(state), 200, { ...headersOf(ctx, state), ...length, 'Cache-Control': 'no-store' });
  }

  /** The last part creates the media item, whose address is in `Location`. */
  @Route({
    methods: ['PATCH'],
    path: ITEM,
    args: UploadIdDto,
    can: UPLOADS,
    returns: 'nothing',
    body: { upload: 'upload_files', isPart: true },
  })
  async append(@Ctx() ctx: RequestContext, @Args() { id }: UploadIdDto, @Req() message: Request): Promise<WireReply> {
    return new WireReply(204, headersOf(ctx, await this.uploads.append(ctx, id, message)), null);
  }

  @Route({ methods: DELETABLE, path: ITEM, args: UploadIdDto, can: UPLOADS, returns: 'nothing' })
  async delete(@Ctx() ctx: RequestContext, @Args() { id }: UploadIdDto): Promise<WireReply> {
    await this.uploads.delete(ctx, id);
    return new WireReply(204, VERSION, null);
  }
}

function present({ upload, offset, expires }: UploadState): Item {
  return new Item({
    id: upload.id,
    size: Number(upload.size),
    offset,
    expires: expires.toISOString(),
    media: upload.media,
  });
}

function headersOf({ site }: RequestContext, { upload, expires, offset }: UploadState): Record<string, string> {
  return {
    ...VERSION,
    'Upload-Offset': String(offset),
    ...(upload.media === 0 && { 'Upload-Expires': expires.toUTCString() }),
    ...(upload.media !== 0 && { Location: site.rest(`/wp/v2/media/${upload.media}`) }),
  };
}
