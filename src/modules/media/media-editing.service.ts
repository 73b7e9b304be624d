import { posix } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { type Entry } from '../entries/model/entry.js';
import { MediaFilesService } from './media-files.service.js';
import { type AttachedFile, MediaStore } from './media.store.js';
import { Database } from '../../database/database.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { type Item, Reply } from '../../rest/response/reply.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { dateFromGmt, utcText } from '../../text/dates.js';
import { allowedMimeTypes, registeredMimeTypes, type MimeTable } from '../../text/mime.js';
import { PhpArray, toText } from '../../text/php/index.js';
import { ContentModel } from '../../content-model/content-model.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { EntriesService } from '../entries/api/entries.service.js';
import { textOf } from '../entries/api/entry-write.dto.js';
import { EntryEditingService } from '../entries/api/entry-editing.service.js';
import { type EntryResource } from '../entries/api/entry-resource.js';
import { unknownEntry } from '../entries/api/entry.errors.js';
import { type ImageEdit } from './images/edit-image.js';
import { type FocalPoint } from '../../rendering/media/focal-point.js';
import { mediaResource } from './media.fields.js';
import { type EditMediaDto, stepsOf } from './media-editing.dto.js';
import { ReplacedFilesService } from './replaced-files.service.js';

/** The focal point of images for which none was chosen. */
export const CENTRE: FocalPoint = { x: 0.5, y: 0.5 };

const EDITABLE_TYPES = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif']);

const unknownImage = () => new RestError('rest_unknown_attachment', 'The attachment has no such image file.', 404);
const notEditable = () => new RestError('rest_cannot_edit_file_type', 'Files of this type cannot be edited.', 400);
const notEdited = () => new RestError('rest_image_not_edited', 'The request does not change the image.', 400);
const tooLarge = () => new RestError('rest_image_rotation_failed', 'The edited image would be too large.', 400);
const noFile = () => new RestError('rest_unknown_attachment', 'The attachment has no file.', 404);
const otherType = (type: string) =>
  new RestError('rest_upload_other_type', `Only another file of the type ${type} can replace this file.`, 400);
const unreadable = () => new RestError('rest_unknown_image_file_type', 'The image file cannot be read.', 500);

/** Creates edited copies of images, and generates missing image sizes. */
@Injectable()
export class MediaEditingService {
  private readonly resource: EntryResource;

  constructor(
    private readonly entries: EntriesService,
    private readonly editing: EntryEditingService,
    private readonly store: MediaStore,
    private readonly files: MediaFilesService,
    private readonly replaced: ReplacedFilesService,
    private readonly database: Database,
    model: ContentModel,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {
    this.resource = mediaResource(model);
  }

  /** The edited image becomes a new attachment; the original is not changed. */
  async edit(ctx: RequestContext, args: Omit<EditMediaDto, 'src'> & { src?: string }): Promise<Reply> {
    const original = await this.existing(ctx, args.id);
    const attached = await this.store.attachedFile(original.id);
    if (!original.mimeType.startsWith('image/') || !attached) throw unknownImage();
    if (args.src !== undefined && !isFileOf(args.src, attached)) throw unknownImage();
    if (!EDITABLE_TYPES.has(original.mimeType)) throw notEditable();
    const steps = stepsOf(args);
    if (steps.length === 0) throw notEdited();
    let created = 0;
    await this.files.storeWithRow((report) =>
      this.editing.create(ctx, this.resource, {}, async () => {
        const types = {
          registered: registeredMimeTypes(this.profile.rendering),
          allowed: this.allowed(ctx),
          rules: this.profile.text.rules,
          locale: ctx.site.option('WPLANG'),
        };
        const now = dateFromGmt(utcText(new Date()), ctx.site.zone);
        const taken = await this.files.storeEdited(originalPath(attached), steps, types, ctx.site, now);
        if (taken === 'too large') throw tooLarge();
        if (taken === 'unreadable') throw unreadable();
        report(taken);
        return {
          changes: {
            status: 'inherit',
            title: textOf(args.title, { emptyRaw: false }) ?? original.title,
            content: textOf(args.description, { emptyRaw: true }) ?? original.content ?? '',
            excerpt: textOf(args.caption, { emptyRaw: true }) ?? original.excerpt,
            parent: args.post ?? 0,
            mimeType: taken.type,
            guid: taken.url,
          },
          afterWrite: async (tx, id) => {
            created = id;
            const details = taken.details.set('parent_image', parentImage(original.id, attached));
            await this.store.describeNew(tx, id, { file: taken.file, details, alt: args.alt_text ?? attached.alt });
          },
        };
      }),
    );
    const [item] = await this.entries.items(ctx, this.resource, [await this.existing(ctx, created)], 'view');
    return new Reply(item!, 201, { Location: ctx.site.rest(`${this.resource.route}/${created}`) });
  }

  /** What cropped sizes of the image show in any case. */
  async focalPointOf(id: number): Promise<FocalPoint> {
    return (await this.store.focalPointOf(id)) ?? CENTRE;
  }

  /** The edited image takes the place of the original, under the same addresses. */
  async editInPlace(
    ctx: RequestContext,
    id: number,
    steps: readonly ImageEdit[],
    focalPoint: FocalPoint | undefined,
  ): Promise<Item> {
    const entry = await this.existing(ctx, id);
    const attached = await this.store.attachedFile(id);
    if (!entry.mimeType.startsWith('image/') || !attached) throw unknownImage();
    if (!EDITABLE_TYPES.has(entry.mimeType)) throw notEditable();
    const edited = await this.files.edited(originalPath(attached), steps);
    if (edited === 'too large') throw tooLarge();
    if (edited === 'unreadable') throw unreadable();
    // What was chosen before is elsewhere in an edited image.
    const reset = steps.length > 0 ? CENTRE : undefined;
    return this.put(ctx, entry, attached, edited.path, focalPoint ?? reset);
  }

  /** A received file takes the place of another of the same type, under the same addresses. The received one is deleted. */
  async replace(ctx: RequestContext, id: number, path: string): Promise<Item> {
    const entry = await this.existing(ctx, id);
    const attached = await this.store.attachedFile(id);
    if (attached) return this.put(ctx, entry, attached, path, undefined);
    await this.files.discard(path);
    throw noFile();
  }

  private async put(
    ctx: RequestContext,
    entry: Entry,
    attached: AttachedFile,
    path: string,
    focalPoint: FocalPoint | undefined,
  ): Promise<Item> {
    const type = entry.mimeType;
    const point = focalPoint ?? (await this.store.focalPointOf(entry.id));
    const replacement = { id: entry.id, attached, path, type, allowed: this.allowed(ctx), focalPoint: point };
    try {
      const prepared = await this.replaced.prepare(replacement, ctx.site);
      if (!prepared) throw otherType(type);
      return await this.replaced.complete(prepared, (write) =>
        this.editing.update(ctx, this.resource, { id: entry.id }, { afterWrite: write }),
      );
    } finally {
      await this.files.discard(path);
    }
  }

  private allowed({ principal }: RequestContext): MimeTable {
    return allowedMimeTypes({ ...this.profile.rendering, unfilteredHtml: principal.can('unfiltered_html') });
  }

  /** Generates missing image sizes, for example after an interrupted upload. */
  async createSizes(ctx: RequestContext, id: number): Promise<Item> {
    const entry = await this.existing(ctx, id);
    const attached = await this.store.attachedFile(id);
    const details = attached && (await this.files.addMissingSizes(attached, ctx.site));
    if (details) await this.database.transaction((tx) => this.store.describe(tx, id, { details }));
    const [item] = await this.entries.items(ctx, this.resource, [entry], 'edit');
    return item!;
  }

  private async existing(ctx: RequestContext, id: number): Promise<Entry> {
    const entry = await this.entries.find(ctx, this.resource, id);
    if (!entry) throw unknownEntry();
    return entry;
  }
}

/**
 * Whether a URL ends with the path of the attachment's file, of the file it was made from, or of one of its sizes. Its host may
 * differ: sites serve their files from several hosts.
 */
function isFileOf(address: string, { file, original, sizes }: AttachedFile): boolean {
  const [path = ''] = address.split('?', 1);
  const folder = posix.dirname(file);
  const names = [posix.basename(file), ...(original ? [original] : []), ...sizes];
  return names.some((name) => path.endsWith(`/${posix.join(folder, name)}`));
}

function originalPath({ file, original }: AttachedFile): string {
  return original ? posix.join(posix.dirname(file), original) : file;
}

function parentImage(id: number, attached: AttachedFile): PhpArray {
  return PhpArray.map([
    ['attachment_id', toText(id)],
    ['file', toText(originalPath(attached))],
  ]);
}
