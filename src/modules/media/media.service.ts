import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { type TextDialect } from '../../variant/text.variants.js';
import { Inject, Injectable } from '@nestjs/common';
import { type Principal } from '../../access/principal.js';
import { EntriesStore } from '../entries/read/entries.store.js';
import { ZERO_DATE } from '../entries/model/entry.js';
import { type EmbeddedPicture } from './audio-video.js';
import { MediaFilesService, type StoredUpload } from './media-files.service.js';
import { MediaStore } from './media.store.js';
import { dateFromGmt, utcText } from '../../text/dates.js';
import { type FileNameTypes } from '../../text/files.js';
import { allowedMimeTypes, fileTypeOf, registeredMimeTypes, type MimeTable } from '../../text/mime.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { type Content, type Reply } from '../../rest/response/reply.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { EntriesService } from '../entries/api/entries.service.js';
import { type DeleteEntryDto, textOf } from '../entries/api/entry-write.dto.js';
import { EntryEditingService, type OwnWrites } from '../entries/api/entry-editing.service.js';
import { termFilters } from '../entries/api/assigned-terms.fields.js';
import { declaredFilters } from '../entries/api/entry-list.dto.js';
import { type EntryResource } from '../entries/api/entry-resource.js';
import { unknownEntry } from '../entries/api/entry.errors.js';
import { type ListMediaDto, type MediaValues, type ReadMediaDto } from './media.dto.js';
import { refusedFile, trashNotSupported, invalidParentType, noFeaturedMedia } from './media.errors.js';
import { mediaResource } from './media.fields.js';
import { ContentModel } from '../../content-model/content-model.js';
import { SideloadedFilesService } from './sideloaded-files.service.js';
import { NetworkUploadsService } from './network-uploads.service.js';
import { type EntryPatch } from '../entries/write/entry-changes.js';
import { type MediaUpload, receiveUpload } from './received-upload.js';
import { safeFileName } from './upload-type.js';
import { slugify } from '../../text/slug.js';
import { type RequestedEntries } from '../entries/read/list/entry-query.js';
import { entryQuery, unlessEmpty } from '../entries/api/entry.dto.js';
import { type RestRequest, type UploadedFile } from '../../rest/http/rest-request.js';

@Injectable()
export class MediaService {
  private readonly resource: EntryResource;
  private readonly registered: MimeTable;

  constructor(
    private readonly entries: EntriesService,
    private readonly editing: EntryEditingService,
    private readonly rows: EntriesStore,
    private readonly store: MediaStore,
    private readonly files: MediaFilesService,
    private readonly sideloaded: SideloadedFilesService,
    private readonly network: NetworkUploadsService,
    model: ContentModel,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {
    this.resource = mediaResource(model);
    this.registered = registeredMimeTypes(profile.rendering);
  }

  async list(ctx: RequestContext, args: ListMediaDto): Promise<Reply> {
    const allowed = await this.allowed(ctx.principal);
    return this.entries.list(ctx, this.resource, args, mediaQuery(ctx, this.resource, args, allowed));
  }

  read(ctx: RequestContext, args: ReadMediaDto): Promise<Reply> {
    return this.entries.read(ctx, this.resource, args);
  }

  /** Stores the file before the row is written; if that fails, the file is deleted again. */
  async create(
    ctx: RequestContext,
    values: MediaValues,
    { file: received, coverHash, afterWrite }: NewFile = {},
  ): Promise<Reply> {
    const requiresParent = await this.checkParent(values.post);
    const { template: _none, ...common } = values;
    return this.files.storeWithRow((report) =>
      this.editing.create(ctx, this.resource, common, async () => {
        const upload = await this.storeFile(ctx, values, received);
        report(upload);
        const { file, details, picture, type } = upload;
        if (values.featured_media !== undefined && !hasCover(type)) throw noFeaturedMedia();
        const cover = picture && (await this.coverFrom(ctx, file, picture));
        // A cover has neither title nor slug of its own.
        const changes = uploadChanges(
          values,
          coverHash === undefined ? upload : { ...upload, title: '' },
          this.profile.text,
        );
        return {
          changes: { ...changes, requiresParent },
          afterWrite: async (tx, id) => {
            await this.store.describeNew(tx, id, { file, details, alt: values.alt_text, cover, coverHash });
            await afterWrite?.(tx, id);
          },
        };
      }),
    );
  }

  /** A copy of an image elsewhere, which need not have a file name in its address. */
  async copy(ctx: RequestContext, url: string): Promise<Reply> {
    return this.create(ctx, {}, { file: await this.sideloaded.fetchAny(url, 400) });
  }

  /** Refuses a name whose type the requester may not upload, before its content is known. */
  async assertNameAllowed(ctx: RequestContext, filename: string): Promise<void> {
    const types = await this.typesFor(ctx);
    if (!fileTypeOf(safeFileName(filename, types), types.allowed)) throw refusedFile('parts');
  }

  async update(ctx: RequestContext, values: MediaValues & { id: number }): Promise<Content> {
    const requiresParent = await this.checkParent(values.post);
    const { alt_text: alt, featured_media, ...common } = values;
    const entry = await this.entries.find(ctx, this.resource, values.id);
    // Ignored for other files, unlike at creation.
    const changed = hasCover(entry?.mimeType) ? { ...common, featured_media } : common;
    return this.editing.update(ctx, this.resource, changed, {
      changes: { ...mediaChanges(values), requiresParent },
      afterWrite: (tx, id) => this.store.describe(tx, id, { alt }),
    });
  }

  /** Deletes permanently, with its files; a trash for media is a matter of configuration. */
  async delete(ctx: RequestContext, args: DeleteEntryDto): Promise<Content> {
    if (!args.force) {
      if (!this.config.mediaTrash) throw trashNotSupported();
      return this.editing.delete(ctx, this.resource, args);
    }
    const entry = await this.entries.find(ctx, this.resource, args.id);
    if (!entry) throw unknownEntry();
    const files = await this.store.filesOf(entry.id);
    return this.files.deleteAfter(files, () =>
      this.editing.delete(ctx, this.resource, args, { afterWrite: (tx, id) => this.store.forgetFeatured(tx, id) }),
    );
  }

  /** The attachment of the cover in an audio file; files with the same one share it. Undefined if it is no image. */
  private async coverFrom(
    ctx: RequestContext,
    audio: string,
    { type, bytes }: EmbeddedPicture,
  ): Promise<number | undefined> {
    const coverHash = createHash('md5').update(bytes).digest('hex');
    let cover = await this.store.coverOf(coverHash);
    if (cover !== undefined) return cover;
    const filename = `${posix.basename(audio).replaceAll('.', '-')}-image${COVER_EXTENSIONS.get(type) ?? '.jpg'}`;
    const file = { path: await this.files.receive(bytes), filename };
    const afterWrite = (_tx: unknown, id: number) => {
      cover = id;
      return Promise.resolve();
    };
    await this.create(ctx, {}, { file, coverHash, afterWrite }).catch((error: unknown) => {
      if (!(error instanceof RestError)) throw error;
    });
    return cover;
  }

  private async storeFile(ctx: RequestContext, values: MediaValues, file: NewFile['file']): Promise<TitledUpload> {
    const received = file ? { ...file, transport: 'parts' as const } : await this.receiveFile(ctx.request, values);
    await this.network.assertFits(received.path, ctx.site).catch(async (error: unknown) => {
      await this.files.discard(received.path);
      throw error;
    });
    const types = await this.typesFor(ctx);
    const now = dateFromGmt(utcText(new Date()), ctx.site.zone);
    const date = this.profile.media.usesPostMonthFolder ? await this.dateOf(values.post, now) : now;
    const upload = await this.files.storeUpload(received, types, ctx.site, date, {
      makesSizes: values.generate_sub_sizes !== false,
    });
    if (!upload) throw refusedFile(received.transport);
    const isNamed = this.profile.media.titlesFromSentNames && received.transport !== 'raw';
    return { ...upload, title: (isNamed && sentStem(received.filename)) || upload.stem };
  }

  private async receiveFile(request: RestRequest, { url }: MediaValues): Promise<MediaUpload> {
    return url === undefined ? receiveUpload(request) : { ...(await this.sideloaded.fetch(url)), transport: 'raw' };
  }

  private async typesFor({ principal, site }: RequestContext): Promise<FileNameTypes & { allowed: MimeTable }> {
    return {
      registered: this.registered,
      allowed: await this.allowed(principal),
      rules: this.profile.text.rules,
      locale: site.option('WPLANG'),
    };
  }

  /** The date of the post a file is attached to, which determines its folder; pages and posts without a date do not. */
  private async dateOf(post: number | undefined, now: string): Promise<string> {
    const parent = post ? await this.rows.byId(post, { content: false }) : undefined;
    return !parent || parent.type === 'page' || parent.date === ZERO_DATE ? now : parent.date;
  }

  /** Whether the parent entry exists; WordPress also accepts one that does not. */
  private async checkParent(id: number | undefined): Promise<boolean> {
    if (!id) return false;
    const parent = await this.rows.byId(id, { content: false });
    if (parent?.type === 'attachment' || parent?.type === 'revision') throw invalidParentType();
    return parent !== undefined;
  }

  private allowed(principal: Principal): Promise<MimeTable> {
    const unfilteredHtml = principal.can('unfiltered_html');
    return this.network.allowed(allowedMimeTypes({ ...this.profile.rendering, unfilteredHtml }));
  }
}

/** Only sound and video have a cover picture. */
const hasCover = (mimeType = ''): boolean => /^(?:audio|video)\//.test(mimeType);

/** The arguments of media with other names than those of posts. Absent values stay unchanged. */
function mediaChanges(values: MediaValues): EntryPatch {
  return {
    content: textOf(values.description, { emptyRaw: true }),
    excerpt: textOf(values.caption, { emptyRaw: true }),
    parent: values.post === undefined ? undefined : Math.abs(values.post),
    // A file is as visible as its parent; only `private` is a status of its own.
    status: values.status && (values.status === 'private' ? 'private' : 'inherit'),
  };
}

interface TitledUpload extends StoredUpload {
  /** The title where neither the request nor the metadata of an image has one. */
  title: string;
}

/** A sent file name up to its last dot; empty if it has none. */
const sentStem = (filename: string): string => filename.slice(0, Math.max(0, filename.lastIndexOf('.')));

/** A new file. Values that the client does not send come from the image's metadata, or else from its name. */
function uploadChanges(values: MediaValues, upload: TitledUpload, slugs: TextDialect): EntryPatch {
  const provided = mediaChanges(values);
  const embeddedTitle = upload.embedded?.title.trim() ?? '';
  const isName = /^[+-]?\d*\.?\d+$/.test(slugify(embeddedTitle, slugs));
  return {
    ...provided,
    status: provided.status ?? 'inherit',
    title: textOf(values.title, { emptyRaw: false }) || (isName ? '' : embeddedTitle) || upload.title,
    excerpt: provided.excerpt || upload.embedded?.caption.trim() || '',
    mimeType: upload.type,
    guid: upload.url,
  };
}

/** File names of covers by their type; others are taken for JPEG. */
const COVER_EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['image/gif', '.gif'],
  ['image/png', '.png'],
  ['image/webp', '.webp'],
]);

/** The query for a list of media. */
function mediaQuery(
  ctx: RequestContext,
  resource: EntryResource,
  args: ListMediaDto,
  allowed: MimeTable,
): RequestedEntries {
  return entryQuery(ctx, resource, args, {
    ...termFilters(args, resource.taxonomies),
    ...declaredFilters(args, resource.type, ctx),
    searchesFileNames: true,
    parents: unlessEmpty(args.parent),
    parentsExclude: unlessEmpty(args.parent_exclude),
    mimeTypes: filteredTypes(args, [...new Set(allowed.values())]),
  });
}

/** Types that cannot be uploaded are ignored; a single MIME type overrides the kind, lists of both are combined. */
function filteredTypes(
  { media_type: kind, mime_type: type }: ListMediaDto,
  allowed: readonly string[],
): string[] | undefined {
  if (typeof type === 'string' && allowed.includes(type)) return [type];
  if (typeof kind === 'string') return allowed.filter((mimeType) => mimeType.startsWith(`${kind}/`));
  const kinds = Array.isArray(kind) ? kind : [];
  const types = Array.isArray(type) ? type.filter((kind) => allowed.includes(kind)) : [];
  const ofKinds = allowed.filter((mimeType) => kinds.some((kind) => mimeType.startsWith(`${kind}/`)));
  return kinds.length + types.length > 0 ? [...new Set([...ofKinds, ...types])] : undefined;
}

/** A file that is not the body of the request, and what else the transaction that writes its row does. */
export interface NewFile {
  file?: Pick<UploadedFile, 'path' | 'filename'>;
  /** Digest of the picture in an audio file that this one was made from. */
  coverHash?: string;
  afterWrite?: OwnWrites['afterWrite'];
}
