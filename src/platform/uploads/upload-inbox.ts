import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { assertWritableFolder } from './local.storage.js';

/** Files about to be moved to their final paths; they stay here until the database refers to them. */
export interface UploadJournal {
  id: string;
  /** The original first. */
  paths: readonly string[];
}

/** Files of an attachment that are about to be replaced. */
export interface ReplacementJournal {
  id: string;
  attachment: number;
  /** MIME type of the files. */
  type: string;
  /** Stored with the attachment in the transaction that completes the replacement. */
  version: string;
  /** The files and their copies in the inbox; without one, there was no such file. */
  copies: readonly (readonly [path: string, copy: string | null])[];
}

/** Inside the uploads folder, so that a finished file can be hard-linked to its path. The name starts with a dot: never served. */
const FOLDER = '.nestpress-incoming';
const PLACEMENT = '.placement';
const REPLACEMENT = '.replacement';
/** Copies of files that are about to be replaced. */
export const REPLACED = '.replaced';
const logger = new Logger('Uploads');
const STALE_MS = 24 * 3600 * 1000;
/** Other processes may use the same folder; their files are kept as long as they run. In containers all processes have the same PID. */
const HOST = hostname().replace(/[^\w-]/g, '');
const LIFE = randomBytes(4).toString('hex');
const OWNER = `${HOST}.${process.pid}.${LIFE}`;

/** Holds uploads until they are complete, validated and stored. Files left by a killed process are found again. */
export class UploadInbox {
  /** Number of completely received uploads, since the start. */
  readonly received = { files: 0, bytes: 0 };
  private readonly folder: string;

  constructor(private readonly root: string) {
    this.folder = join(root, FOLDER);
  }

  /** A new unique path in the inbox, which is private, unlike the uploads folder: a web server may serve that. */
  async reserve(extension = ''): Promise<string> {
    await mkdir(this.root, { recursive: true });
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    return join(this.folder, `${OWNER}.${randomBytes(9).toString('hex')}${extension}`);
  }

  /** Streams bytes to a file and flushes it to disk; leaves nothing if the source fails. */
  async save(
    source: AsyncIterable<Uint8Array>,
    { md5, extension }: { md5: boolean; extension?: string },
  ): Promise<{ path: string; size: number; md5?: string }> {
    const path = await this.reserve(extension);
    const hash = md5 ? createHash('md5') : undefined;
    let size = 0;
    try {
      const file = await open(path, 'wx', 0o644);
      try {
        for await (const chunk of source) {
          hash?.update(chunk);
          size += chunk.length;
          await file.appendFile(chunk);
        }
        await file.sync();
      } finally {
        await file.close();
      }
    } catch (error) {
      await this.drop(path);
      throw error;
    }
    this.received.files++;
    this.received.bytes += size;
    return { path, size, md5: hash?.digest('hex') };
  }

  /** Does not fail: a file that cannot be deleted now is found by `leftovers`. */
  async drop(path: string): Promise<void> {
    await rm(path, { force: true }).catch((error: NodeJS.ErrnoException) =>
      logger.warn(`A received file could not be deleted (${error.code}); a later start deletes it.`),
    );
  }

  /** Rejects if no upload could be received now. */
  probe(): Promise<void> {
    return assertWritableFolder(this.folder);
  }

  /** Records what is about to be stored, so that a crash before `finish` can be undone by `leftovers`. */
  async begin(paths: readonly string[]): Promise<UploadJournal> {
    const id = await this.reserve(PLACEMENT);
    await writeFile(id, JSON.stringify(paths), { flush: true });
    return { id, paths };
  }

  async finish(placement: UploadJournal): Promise<void> {
    await this.drop(placement.id);
  }

  /** The same for files that replace others. */
  async beginReplacement(replacement: Omit<ReplacementJournal, 'id'>): Promise<ReplacementJournal> {
    const id = await this.reserve(REPLACEMENT);
    await writeFile(id, JSON.stringify(replacement), { flush: true });
    return { ...replacement, id };
  }

  /** The record first: its copies are deleted by a later start if this process is killed in between. */
  async finishReplacement({ id, copies }: ReplacementJournal): Promise<void> {
    await this.drop(id);
    for (const [, copy] of copies) if (copy !== null) await this.drop(copy);
  }

  /** Replacements that dead processes did not complete. Deletes copies that belong to none. */
  async interruptedReplacements(): Promise<ReplacementJournal[]> {
    const names = await readdir(this.folder).catch(() => []);
    const isOver = async (name: string) => this.isLeftOver(name, join(this.folder, name));
    const found: ReplacementJournal[] = [];
    for (const name of names.filter((name) => name.endsWith(REPLACEMENT))) {
      const record = (await isOver(name)) ? await readReplacement(join(this.folder, name)) : undefined;
      if (record) found.push(record);
    }
    const needed = new Set(found.flatMap(({ copies }) => copies.map(([, copy]) => copy)));
    for (const name of names.filter((name) => name.endsWith(REPLACED))) {
      const path = join(this.folder, name);
      if (!needed.has(path) && (await isOver(name))) await this.drop(path);
    }
    return found;
  }

  /** Deletes unfinished uploads of dead processes; returns the placements that were not completed. */
  async leftovers(): Promise<UploadJournal[]> {
    const found: UploadJournal[] = [];
    for (const name of await readdir(this.folder).catch(() => [])) {
      if (name.endsWith(REPLACEMENT) || name.endsWith(REPLACED)) continue;
      const path = join(this.folder, name);
      if (!(await this.isLeftOver(name, path))) continue;
      if (name.endsWith(PLACEMENT)) found.push({ id: path, paths: await readPaths(path) });
      else await this.drop(path);
    }
    return found;
  }

  private async isLeftOver(name: string, path: string): Promise<boolean> {
    const [host, pid, life] = name.split('.');
    if (host === HOST && (Number(pid) === process.pid ? life !== LIFE : !isAlive(Number(pid)))) return true;
    const staleBefore = Date.now() - STALE_MS;
    return stat(path).then(
      ({ mtimeMs }) => mtimeMs < staleBefore,
      () => false,
    );
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A record that was not completely written had no effect yet. */
async function readPaths(path: string): Promise<string[]> {
  try {
    const paths: unknown = JSON.parse(await readFile(path, 'utf8'));
    return Array.isArray(paths) ? paths.filter((entry) => typeof entry === 'string') : [];
  } catch {
    return [];
  }
}

/** Undefined if the record was not completely written: then no file was replaced. */
async function readReplacement(path: string): Promise<ReplacementJournal | undefined> {
  try {
    return { ...(JSON.parse(await readFile(path, 'utf8')) as Omit<ReplacementJournal, 'id'>), id: path };
  } catch {
    await rm(path, { force: true });
    return undefined;
  }
}
