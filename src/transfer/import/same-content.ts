import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type Readable } from 'node:stream';
import { type StoredFile } from '../../platform/uploads/upload-storage.js';

/** Whether a stored file has the same bytes as a local one. */
export async function sameContent(local: string, stored: StoredFile | undefined): Promise<boolean> {
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
