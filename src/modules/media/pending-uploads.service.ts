import { open, stat } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import { UploadInbox } from '../../platform/uploads/upload-inbox.js';
import { UploadStorage, isUploadPath } from '../../platform/uploads/upload-storage.js';
import { type Site } from '../../site/site.js';
import { PhpArray } from '../../text/php/index.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { type FocalPoint } from '../../rendering/media/focal-point.js';
import { type EmbeddedPicture, readAudioVideo } from './audio-video.js';
import { type ContentKind, HEAD_BYTES } from './content-kind.js';
import { imageMetaToPhp } from './images/image-meta.js';
import { siteSizes, type SizePlan, NEWER_FORMATS, type NewerFormat } from '../../rendering/media/image-sizes.js';
import {
  type ImageFormat,
  isScalable,
  type MainPlan,
  makeSizes,
  planMain,
  planSizes,
  sizeFileName,
  sizeFormat,
  upright,
  type UprightImage,
} from './images/image-sizes.js';
import { type ImageFacts, readImage } from './images/read-image.js';
import { type MediaDialect } from '../../variant/media.variants.js';

/** Every file that belongs to an upload before it has its final name. */
export interface PendingUpload {
  original: string;
  extension: string;
  type: string;
  image?: ImageFacts;
  /** The copy that replaces the original, in its temporary file. */
  main?: { path: string; plan: MainPlan };
  /** Made sizes by the temporary file each is in. */
  sizes: ReadonlyMap<string, SizePlan>;
  /** Sizes of all these files in bytes. */
  bytes: ReadonlyMap<string, number>;
  details?: PhpArray;
  /** The cover in an audio file. */
  picture?: EmbeddedPicture;
}

/** Which sizes of an image are made. */
export interface SizeOptions {
  site?: Site;
  only?: (plan: SizePlan) => boolean;
  focalPoint?: FocalPoint;
}

export const SCALED: ReadonlySet<ContentKind> = new Set(['jpeg', 'png', 'gif', 'webp', 'avif']);

/** Makes everything that is stored for a received file, in temporary files. */
@Injectable()
export class PendingUploadsService {
  constructor(
    private readonly inbox: UploadInbox,
    private readonly storage: UploadStorage,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  /** Reads what a received file is and makes its image sizes; none without a site. */
  async prepare(
    original: string,
    kind: ContentKind,
    head: Buffer,
    named: Pick<PendingUpload, 'extension' | 'type'>,
    { site, only, focalPoint }: SizeOptions = {},
  ): Promise<PendingUpload> {
    const plain = { ...named, original, sizes: new Map<string, SizePlan>(), bytes: await bytesOf([original]) };
    if (/^(?:audio|video)\//.test(named.type)) return { ...plain, ...(await readAudioVideo(original, named.type)) };
    const image = await readImage(original, kind, head);
    if (!image || !site || !SCALED.has(kind) || !isScalable(image)) return { ...plain, image };
    const { media } = this.profile;
    const source = this.sourceOf(image);
    const main = only ? undefined : planMain(source, media);
    const targets = new Map<string, SizePlan>();
    const sizes = planSizes(source, siteSizes(site, media), media, focalPoint).filter(only ?? (() => true));
    const format = sizeFormat(site, kind);
    const ofSizes = sizes.map((plan): SizePlan => ({ ...plan, ...(format && { format }) }));
    for (const plan of [...(main ? [main] : []), ...ofSizes])
      targets.set(await this.inbox.reserve(plan.format ? `.${plan.format}` : named.extension), plan);
    const paths = await makeSizes(original, kind as ImageFormat, source, targets);
    const copy = paths.find((path) => targets.get(path) === main);
    return {
      ...plain,
      image,
      ...(main && copy !== undefined && { main: { path: copy, plan: main } }),
      sizes: new Map(paths.filter((path) => path !== copy).map((path) => [path, targets.get(path)!])),
      bytes: await bytesOf([original, ...paths]),
    };
  }

  /** The dimensions that sizes are made from. */
  sourceOf(image: ImageFacts): UprightImage {
    return this.profile.media.normalizesImages ? upright(image) : { ...image, isTurned: false };
  }

  /** The metadata that is stored with the attachment. */
  details(pending: PendingUpload, stem: string, file: string): PhpArray {
    return pending.details ?? fileDetails(pending, stem, file, this.profile.media);
  }

  sizeDetails(pending: PendingUpload, stem: string): PhpArray {
    return sizeDetails(pending, stem, this.profile.media.exposesFileDetails);
  }

  /** A local copy of a stored file; undefined where there is none. */
  async copyOf(path: string, extension = ''): Promise<string | undefined> {
    const stored = isUploadPath(path) ? await this.storage.open(path) : undefined;
    const bytes = await stored?.read();
    return bytes && (await this.inbox.save(bytes, { md5: false, extension })).path;
  }

  /** Deletes the temporary files, without the received one. */
  async dropCopies({ sizes, main }: PendingUpload): Promise<void> {
    const temporary = [...sizes.keys(), ...(main ? [main.path] : [])];
    await Promise.all(temporary.map((path) => this.inbox.drop(path)));
  }
}

/** The path of each file, that of the row first. */
export function placesOf({ original, extension, main, sizes }: PendingUpload, base: string): Map<string, string> {
  const places = new Map<string, string>();
  if (main) places.set(main.path, `${base}-${main.plan.name}${extension}`);
  places.set(original, base + extension);
  for (const [path, plan] of sizes) places.set(path, sizeFileName(base, extension, plan));
  return places;
}

/** The newer format of a size by its path, where it differs from that of the row's file. */
export function newerFormatOf(path: string, type: string): NewerFormat | undefined {
  return NEWER_FORMATS.find((format) => path.endsWith(`.${format}`) && type !== `image/${format}`);
}

/** The type of a file of an upload. */
export function typeOfPath(path: string, type: string): string {
  const newer = newerFormatOf(path, type);
  return newer ? `image/${newer}` : type;
}

/** Metadata of a file that is neither audio nor video. */
function fileDetails(files: PendingUpload, stem: string, file: string, { exposesFileDetails }: MediaDialect): PhpArray {
  const { image, main, original, extension, bytes } = files;
  const filesize = bytes.get(main?.path ?? original) ?? 0;
  if (!image) return exposesFileDetails ? PhpArray.map([['filesize', filesize]]) : new PhpArray();
  const { width, height } = main?.plan ?? image;
  const meta = imageMetaToPhp(image.meta);
  // The copy is upright, whatever the EXIF data of the original says.
  if (main && upright(image).isTurned) meta.set('orientation', 1);
  if (exposesFileDetails) meta.set('alt', '');
  const details = PhpArray.map([
    ['width', width],
    ['height', height],
    ['file', file],
  ]);
  if (exposesFileDetails) details.set('filesize', filesize);
  details.set('sizes', sizeDetails(files, stem, exposesFileDetails)).set('image_meta', meta);
  return main ? details.set('original_image', stem + extension) : details;
}

/** The sizes of an image as WordPress stores them. */
function sizeDetails({ sizes, extension, type, bytes }: PendingUpload, stem: string, withBytes: boolean): PhpArray {
  const stored = new PhpArray();
  for (const [path, plan] of sizes) {
    const size = PhpArray.map([
      ['file', sizeFileName(stem, extension, plan)],
      ['width', plan.width],
      ['height', plan.height],
      ['mime-type', plan.format ? `image/${plan.format}` : type],
    ]);
    stored.set(plan.name, withBytes ? size.set('filesize', bytes.get(path) ?? 0) : size);
  }
  return stored;
}

async function bytesOf(paths: readonly string[]): Promise<Map<string, number>> {
  return new Map(await Promise.all(paths.map(async (path) => [path, (await stat(path)).size] as const)));
}

export async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
