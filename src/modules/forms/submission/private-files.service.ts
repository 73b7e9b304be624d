import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { contentKind, HEAD_BYTES } from '../../media/content-kind.js';
import { Database } from '../../../database/database.js';
import { CONFIG, type Config } from '../../../platform/config/config.js';
import { JobsService } from '../../../platform/jobs/jobs.service.js';
import { type UploadedFile } from '../../../rest/http/rest-request.js';
import { cleanUploadName, fileFieldName, type FormFile } from '../fields/posted-files.js';

const KIND = 'forms.remove-files';
/** Longer than a mail is retried. */
const RETENTION_MS = 48 * 3600 * 1000;
/** A directory in the uploads directory that is never served. */
const FOLDER = '.nestpress-form-files';

/** Uploaded files of submissions: checked, stored privately until the mail is sent, then deleted. */
@Injectable()
export class PrivateFilesService implements OnModuleInit {
  private readonly root: string;

  constructor(
    private readonly database: Database,
    private readonly jobs: JobsService,
    @Inject(CONFIG) config: Config,
  ) {
    this.root = join(config.uploadsDir, FOLDER);
  }

  onModuleInit(): void {
    this.jobs.register<{ folder: string }>(KIND, ({ folder }) => this.removeFolder(folder));
  }

  /** The uploaded files, with their content types. Empty input fields are ignored. */
  async inspect(files: readonly UploadedFile[]): Promise<FormFile[]> {
    const chosen = files.filter(({ filename, size }) => filename !== '' || size > 0);
    return Promise.all(
      chosen.map(async ({ field, filename, path, size }) => ({
        field: fileFieldName(field),
        name: cleanUploadName(filename),
        path,
        size,
        kind: contentKind(path === '' ? new Uint8Array() : await head(path)),
        isBroken: path === '',
      })),
    );
  }

  /** Moves files to private storage. Their deletion is scheduled before the first is moved. */
  async store(files: readonly FormFile[]): Promise<FormFile[]> {
    if (files.length === 0) return [];
    const folder = randomBytes(16).toString('hex');
    await this.database.transaction((tx) =>
      this.jobs.add(tx, KIND, { folder }, { runAt: new Date(Date.now() + RETENTION_MS) }),
    );
    await mkdir(join(this.root, folder), { recursive: true, mode: 0o700 });
    return Promise.all(
      files.map(async (file, index) => {
        const path = join(this.root, folder, String(index));
        await rename(file.path, path);
        return { ...file, path };
      }),
    );
  }

  /** Deletes the files after their mail was sent. */
  async delete(files: readonly Pick<FormFile, 'path'>[]): Promise<void> {
    await Promise.all(
      [...new Set(files.map(({ path }) => basename(dirname(path))))].map((folder) => this.removeFolder(folder)),
    );
  }

  private async removeFolder(folder: string): Promise<void> {
    if (/^[0-9a-f]{32}$/.test(folder)) await rm(join(this.root, folder), { recursive: true, force: true });
  }
}

async function head(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await file.read(buffer, 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
