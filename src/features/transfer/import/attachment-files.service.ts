import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import { type Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { MediaFilesService, type StoredUpload } from '../../../modules/media/media-files.service.js';
import { CONFIG, type Config } from '../../../platform/config/config.js';
import { OutboundClient } from '../../../platform/outbound/outbound.client.js';
import { UploadInbox } from '../../../platform/uploads/upload-inbox.js';
import { type StoredFile, UploadStorage, isUploadPath } from '../../../platform/uploads/upload-storage.js';
import { type Site } from '../../../site/site.js';
import { type FileNameTypes } from '../../../text/files.js';
import { allowedMimeTypes, fileTypeOf, registeredMimeTypes } from '../../../text/mime.js';
import { maybeUnserialize, PhpArray, toStored, toText } from '../../../text/php/index.js';
import { PROFILE, type Profile } from '../../../variant/profile.js';
import { type MetaValue, type WxrItem } from './wxr-records.js';
import { decodeUrlText } from '../../../text/urls.js';

const FILE = '_wp_attached_file';
const DETAILS = '_wp_attachment_metadata';
const BACKUPS = '_wp_attachment_backup_sizes';
/** Image formats newer than those that can be uploaded here, which the other site may have. */
const NEWER_PICTURES = [
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
] as const;

export interface FileSource {
  /** A copy of the other site's uploads folder. */
  folder?: string;
  /** Download files from the other site. */
  fetch: boolean;
}

/** An attachment's file, stored before the row is written. */
export interface AttachmentFile {
  /** The full local URL. */
  url: string;
  /** Meta that replaces that of the export file if the name or the sizes differ. */
  meta?: ReadonlyMap<string, string>;
  /** Call it when the row has been written, or when it will not be. */
  settle(isCommitted: boolean): Promise<void>;
}

/** Gets the files of attachments from a folder or from the other site. */
@Injectable()
export class AttachmentFilesService {
  private readonly types: FileNameTypes;

  constructor(
    private readonly files: MediaFilesService,
    private readonly storage: UploadStorage,
    private readonly inbox: UploadInbox,
    private readonly outbound: OutboundClient,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(PROFILE) profile: Profile,
  ) {
    this.types = {
      registered: registeredMimeTypes(profile.rendering),
      allowed: allowedMimeTypes({ ...profile.rendering, unfilteredHtml: false }),
      rules: profile.text.rules,
    };
  }

  /** MIME type by the file's name; empty if it is unknown. */
  mimeTypeOf(item: WxrItem): string {
    if (item.type !== 'attachment') return '';
    return this.typeOf(pathOf(item) ?? item.attachmentUrl.replace(/[?#].*$/, '')) ?? '';
  }

  /** Whether the file of an existing attachment is missing; an attachment whose file was replaced here is complete. */
  async isMissing(item: WxrItem, stored: string | undefined): Promise<boolean> {
    if (stored === undefined || stored !== pathOf(item)) return stored === undefined;
    return (await this.storage.open(stored)) === undefined;
  }

  /** Undefined if no file is available. */
  async importFile(item: WxrItem, source: FileSource, site: Site): Promise<AttachmentFile | undefined> {
    const path = pathOf(item);
    const local = source.folder !== undefined && path !== undefined ? await fileBelow(source.folder, path) : undefined;
    if (local !== undefined && this.typeOf(path!) !== undefined) {
      return (
        (await this.placeUnchanged(item, path!, source.folder!, site)) ??
        this.take(await this.copy(local), path!, item, site)
      );
    }
    if (source.fetch) return this.fetch(item, site);
    // Without a source, the folder has been copied before. With a source, an existing file of that name belongs to something else.
    if (source.folder !== undefined || path === undefined || !(await this.storage.open(path))) return undefined;
    return { url: `${site.uploadsUrl}/${path}`, settle: async () => undefined };
  }

  private async fetch(item: WxrItem, site: Site): Promise<AttachmentFile | undefined> {
    const { attachmentUrl } = item;
    const response = await this.outbound
      .get(attachmentUrl, { accept: '*/*', maxBytes: this.config.uploadLimit, oversize: 'refuse' })
      .catch(() => undefined);
    if (response?.status !== 200) return undefined;
    const { path } = await this.inbox.save(asStream(response.body), { md5: false });
    return this.take(path, new URL(attachmentUrl).pathname, item, site);
  }

  /** With all generated sizes and the same names; undefined if one of the names is in use. */
  private async placeUnchanged(
    item: WxrItem,
    path: string,
    folder: string,
    site: Site,
  ): Promise<AttachmentFile | undefined> {
    for (const file of [path, ...madeFrom(item, path)]) {
      const local = await fileBelow(folder, file);
      const type = this.typeOf(file);
      if (local === undefined || type === undefined) continue;
      const copy = await this.copy(local);
      try {
        // Files stored by an interrupted import are reused.
        if (
          !(await this.storage.place(copy, file, type)) &&
          !(await hasSameContent(local, await this.storage.open(file)))
        )
          return undefined;
      } finally {
        await this.inbox.drop(copy);
      }
    }
    return { url: `${site.uploadsUrl}/${path}`, settle: async () => undefined };
  }

  /** Like an upload: with a unique name, and sizes generated here. */
  private async take(received: string, path: string, item: WxrItem, site: Site): Promise<AttachmentFile | undefined> {
    const upload = await this.files.storeUpload(
      { path: received, filename: decodeUrlText(posix.basename(path)) },
      this.types,
      site,
      item.date,
    );
    return (
      upload && {
        url: upload.url,
        meta: metaOf(upload),
        settle: (isCommitted) => (isCommitted ? this.files.commit(upload) : this.files.undo(upload)),
      }
    );
  }

  /** Copied, since the storage may hard-link the file, and the source must not change with ours. */
  private async copy(file: string): Promise<string> {
    return (await this.inbox.save(createReadStream(file), { md5: false })).path;
  }

  private typeOf(path: string): string | undefined {
    return fileTypeOf(path, new Map([...this.types.allowed, ...NEWER_PICTURES]))?.type;
  }
}

/** The item's meta, updated for the local file. */
export function metaWith(
  meta: readonly MetaValue[],
  changed: ReadonlyMap<string, string> | undefined,
): readonly MetaValue[] {
  if (!changed) return meta;
  return [
    ...meta.filter(({ key }) => !changed.has(key) && key !== BACKUPS),
    ...[...changed].map(([key, value]) => ({ key, value })),
  ];
}

function metaOf(upload: StoredUpload): Map<string, string> {
  return new Map([
    [FILE, upload.file],
    [DETAILS, toStored(upload.details)],
  ]);
}

/** Below the uploads folder. */
function pathOf(item: WxrItem): string | undefined {
  const stored = item.meta.find(({ key }) => key === FILE)?.value ?? '';
  const path = stored !== '' ? stored : decodeUrlText(/\/uploads\/([^?#]+)/.exec(item.attachmentUrl)?.[1] ?? '');
  return isUploadPath(path) ? path : undefined;
}

/** Paths of sizes, of the image before scaling, and of backups made by editing. */
function madeFrom(item: WxrItem, path: string): string[] {
  const stored = (name: string) => maybeUnserialize(item.meta.find(({ key }) => key === name)?.value ?? '');
  const details = stored(DETAILS);
  const names =
    details instanceof PhpArray ? [...namesIn(details.get('sizes')), toText(details.get('original_image'))] : [];
  const paths = [...names, ...namesIn(stored(BACKUPS))].map((name) =>
    posix.join(posix.dirname(path), posix.basename(name)),
  );
  return [...new Set(paths)].filter((other) => other !== path && isUploadPath(other));
}

function namesIn(sizes: unknown): string[] {
  return sizes instanceof PhpArray
    ? [...sizes.values()]
        .map((size) => (size instanceof PhpArray ? toText(size.get('file')) : ''))
        .filter((name) => name !== '')
    : [];
}

/** The file at a path below a folder, unless a symbolic link leads out of it. */
async function fileBelow(folder: string, path: string): Promise<string | undefined> {
  try {
    const [root, file] = await Promise.all([realpath(folder), realpath(join(folder, path))]);
    return file.startsWith(root + sep) && (await stat(file)).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}

async function* asStream(body: Buffer): AsyncGenerator<Buffer> {
  yield body;
}

/** Whether a stored file has the same bytes as a local one. */
async function hasSameContent(local: string, stored: StoredFile | undefined): Promise<boolean> {
  if (!stored || stored.size !== (await stat(local)).size) return false;
  const source = await stored.read();
  if (!source) return false;
  const [ours, theirs] = await Promise.all([digest(createReadStream(local)), digest(source)]);
  return ours === theirs;
}

async function digest(stream: Readable): Promise<string> {
  const hash = createHash('sha1');
  for await (const chunk of stream) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
