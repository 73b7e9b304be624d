import { open } from 'node:fs/promises';
import { Injectable, Logger } from '@nestjs/common';
import { UploadStorage } from '../../platform/uploads/upload-storage.js';
import { type UploadedFile } from '../../rest/http/rest-request.js';
import { refusedFont } from './fonts.errors.js';

/** Below the uploads folder. */
const FOLDER = 'fonts';
const MAX_NAME_LENGTH = 100;
const MAX_ATTEMPTS = 1000;
const logger = new Logger('Fonts');

/** Formats by the first four bytes, with the endings that their files may have. */
const FORMATS: ReadonlyMap<string, { readonly type: string; readonly endings: readonly string[] }> = new Map([
  ['wOF2', { type: 'font/woff2', endings: ['woff2'] }],
  ['wOFF', { type: 'font/woff', endings: ['woff'] }],
  ['\0\x01\0\0', { type: 'font/sfnt', endings: ['ttf', 'otf'] }],
  ['true', { type: 'font/ttf', endings: ['ttf'] }],
  ['OTTO', { type: 'font/otf', endings: ['otf', 'ttf'] }],
]);

/** Font files in the uploads folder, where WordPress keeps them, too. */
@Injectable()
export class FontFilesService {
  constructor(private readonly storage: UploadStorage) {}

  /** Stores an uploaded font; returns its name. */
  async store(file: UploadedFile): Promise<string> {
    const [, stem = '', ending = ''] = /^(.*)\.(\w+)$/.exec(file.filename) ?? [];
    const format = FORMATS.get(await firstBytes(file.path));
    const extension = ending.toLowerCase();
    if (!format?.endings.includes(extension)) throw refusedFont();
    const base = safeStem(stem);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const name = `${base}${attempt === 0 ? '' : `-${attempt}`}.${extension}`;
      if (await this.storage.place(file.path, fontPath(name), format.type)) return name;
    }
    throw refusedFont();
  }

  /** Called when there is no row with these files, so a failure does not fail the request. */
  async delete(names: readonly string[]): Promise<void> {
    for (const name of names.filter(isFontName))
      await this.storage
        .delete(fontPath(name))
        .catch((error: unknown) => logger.error(`A font file without a row could not be deleted: ${String(error)}`));
  }
}

export const fontPath = (name: string) => `${FOLDER}/${name}`;

/** A plain file name: rows of a foreign database may hold anything. */
const isFontName = (name: string) => /^[\w-][\w.-]*$/.test(name);

function safeStem(stem: string): string {
  const safe = stem.replace(/[^\w-]+/g, '-').replace(/^-+|-+$/g, '');
  return safe.slice(0, MAX_NAME_LENGTH) || 'font';
}

async function firstBytes(path: string): Promise<string> {
  if (path === '') return '';
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await handle.close();
  }
}
