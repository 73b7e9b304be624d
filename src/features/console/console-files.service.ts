import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gzip } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { packageFolder } from '../../platform/package-info.js';
import { directionOf } from '../../text/index.js';
import { type ConsoleExtension } from '../../content-model/index.js';
import { CONSOLE_EXTENSIONS, scriptOf } from './console-extensions.js';

const compress = promisify(gzip);
const decompress = promisify(brotliDecompress);

const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '.css': 'text/css; charset=UTF-8',
    '.html': 'text/html; charset=UTF-8',
    '.ico': 'image/x-icon',
    '.js': 'text/javascript; charset=UTF-8',
    '.json': 'application/json; charset=UTF-8',
    '.map': 'application/json; charset=UTF-8',
    '.png': 'image/png',
    '.svg': 'image/svg+xml',
    '.txt': 'text/plain; charset=UTF-8',
    '.woff2': 'font/woff2',
  }),
);
const COMPRESSED_ALREADY: ReadonlySet<string> = new Set(['.png', '.woff2']);
/** Suffix of files that the build stores compressed only. */
const BROTLI = '.br';

/** The folders whose files are served, by the path that they are served below. */
const FOLDERS = { '': 'dist/console', 'block-editor/': 'packages/block-editor/dist' };

/** Pages of single-page applications; a checkout may have been built without the block editor. */
export type ConsolePage = 'index.html' | 'block-editor/index.html';
/** Deeper than any route of the application. */
const MAX_DEPTH = 8;

export type ConsoleEncoding = 'br' | 'gzip';

export interface ConsoleFile {
  type: string;
  body: Buffer;
  /** The body by encoding, the best first; compressed at the first use. */
  encoded: ReadonlyMap<ConsoleEncoding, () => Promise<Buffer>>;
  etag: string;
}

/** The built files of the console. Only files found at start are served; each is read, and compressed, at its first use. */
@Injectable()
export class ConsoleFilesService implements OnModuleInit {
  /** Where the file is, by the path that it is served at. */
  private readonly paths = new Map<string, string>();
  private readonly files = new Map<string, Promise<ConsoleFile>>();
  /** The file with the texts of each language, by its name; the first is the one that the page names. */
  private catalogues: Readonly<Record<string, string>> = { en: '' };

  constructor(@Inject(CONSOLE_EXTENSIONS) private readonly extensions: readonly ConsoleExtension[]) {}

  async onModuleInit(): Promise<void> {
    for (const [prefix, name] of Object.entries(FOLDERS)) {
      const folder = join(packageFolder(), name);
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
      for (const entry of entries.filter((one) => one.isFile())) {
        const file = join(entry.parentPath, entry.name);
        const path = prefix + file.slice(folder.length + 1).replaceAll(sep, '/');
        this.paths.set(path.endsWith(BROTLI) ? path.slice(0, -BROTLI.length) : path, file);
      }
    }
    const catalogues = this.paths.get('catalogues.json');
    if (catalogues !== undefined)
      this.catalogues = JSON.parse(await readFile(catalogues, 'utf8')) as Record<string, string>;
    for (const extension of this.extensions) this.paths.set(scriptOf(extension), fileURLToPath(extension.module));
  }

  /** Languages that the console speaks. */
  get languages(): readonly string[] {
    return Object.keys(this.catalogues);
  }

  has(path: string): boolean {
    return this.paths.has(path);
  }

  /** Undefined if there is no such file. */
  find(path: string): Promise<ConsoleFile> | undefined {
    const file = this.paths.get(path);
    return file === undefined
      ? undefined
      : this.remembered(path, async () => {
          const stored = await readFile(file);
          const isBrotli = file.endsWith(BROTLI);
          return toFile(extname(path), isBrotli ? await decompress(stored) : stored, isBrotli ? stored : undefined);
        });
  }

  private remembered(key: string, load: () => Promise<ConsoleFile>): Promise<ConsoleFile> {
    const cached = this.files.get(key);
    if (cached) return cached;
    const file = load();
    this.files.set(key, file);
    file.catch(() => this.files.delete(key));
    return file;
  }

  /**
   * The page of an application in one of its languages, whose texts are requested together with the application. It refers to its
   * files by relative URLs, so that it works wherever a proxy mounts it.
   */
  page(name: ConsolePage, depth: number, language: string): Promise<ConsoleFile> | undefined {
    if (!this.has(name)) return undefined;
    const steps = Math.min(depth, MAX_DEPTH);
    return this.remembered(`${name} ${steps} ${language}`, async () => {
      const { body } = (await this.find(name))!;
      const text = body
        .toString('utf8')
        .replace('<html lang="en" dir="ltr">', `<html lang="${language}" dir="${directionOf(language)}">`)
        .replace(this.catalogues.en!, this.catalogues[language]!)
        .replaceAll('"/console/', `"${'../'.repeat(steps)}`);
      return toFile('.html', Buffer.from(text));
    });
  }
}

/** Browsers accept Brotli only where the connection is secure; gzip is for the others. */
function toFile(extension: string, body: Buffer, brotli?: Buffer): ConsoleFile {
  const encoded = new Map<ConsoleEncoding, () => Promise<Buffer>>();
  if (brotli) encoded.set('br', () => Promise.resolve(brotli));
  let zipped: Promise<Buffer> | undefined;
  if (!COMPRESSED_ALREADY.has(extension)) encoded.set('gzip', () => (zipped ??= compress(body)));
  return {
    type: TYPES.get(extension) ?? 'application/octet-stream',
    body,
    encoded,
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
  };
}
