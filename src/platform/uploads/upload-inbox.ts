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

/** Inside the uploads folder, so that a finished file can be hard-linked to its path. The name starts with a dot: never served. */
const FOLDER = '.nestpress-incoming';
const PLACEMENT = '.placement';
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
    { md5 }: { md5: boolean },
  ): Promise<{ path: string; size: number; md5?: string }> {
    const path = await this.reserve();
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

  /** Deletes unfinished uploads of dead processes; returns the placements that were not completed. */
  async leftovers(): Promise<UploadJournal[]> {
    const found: UploadJournal[] = [];
    for (const name of await readdir(this.folder).catch(() => [])) {
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
