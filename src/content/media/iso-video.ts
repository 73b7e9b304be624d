import { type FileHandle, open } from 'node:fs/promises';
import { type Dimensions } from '../rendering/media/dimensions.js';

/** What an MP4, QuickTime or 3GP film says about itself. */
export interface IsoVideo extends Partial<Dimensions> {
  /** In seconds. */
  duration?: number;
}

/** The index of a film of many hours stays below this. */
const MAX_INDEX_BYTES = 32 * 1024 * 1024;
/** Boxes on the top level; fragmented films have two for every few seconds, all of them behind the index. */
const MAX_TOP_BOXES = 1000;

/** Reads the index (`moov`) of an ISO media file; undefined when there is none. The film itself is not read. */
export async function readIsoVideo(path: string): Promise<IsoVideo | undefined> {
  const file = await open(path);
  try {
    const index = await readIndex(file);
    if (!index) return undefined;
    const video: IsoVideo = { duration: durationOf(child(index, 'mvhd')) };
    for (const track of children(index, 'trak')) {
      const handler = child(child(track, 'mdia'), 'hdlr');
      if (handler?.toString('latin1', 8, 12) === 'vide') return { ...video, ...dimensionsOf(child(track, 'tkhd')) };
    }
    return video;
  } finally {
    await file.close();
  }
}

async function readIndex(file: FileHandle): Promise<Buffer | undefined> {
  const head = Buffer.alloc(16);
  for (let [at, boxes] = [0, 0]; boxes < MAX_TOP_BOXES; boxes++) {
    const { bytesRead } = await file.read(head, 0, 16, at);
    const box = boxAt(head.subarray(0, bytesRead), 0);
    if (!box || box.size < box.headSize) return undefined;
    if (box.type === 'moov') {
      const length = box.size - box.headSize;
      if (length > MAX_INDEX_BYTES) return undefined;
      const index = Buffer.alloc(length);
      const read = await file.read(index, 0, length, at + box.headSize);
      return index.subarray(0, read.bytesRead);
    }
    at += box.size;
  }
  return undefined;
}

function boxAt(bytes: Buffer, at: number): { type: string; size: number; headSize: number } | undefined {
  if (at + 8 > bytes.length) return undefined;
  const type = bytes.toString('latin1', at + 4, at + 8);
  const size = bytes.readUInt32BE(at);
  if (size !== 1) return { type, size, headSize: 8 };
  return at + 16 > bytes.length ? undefined : { type, size: Number(bytes.readBigUInt64BE(at + 8)), headSize: 16 };
}

function* children(bytes: Buffer | undefined, type: string): Generator<Buffer> {
  for (let at = 0; bytes;) {
    const box = boxAt(bytes, at);
    if (!box || box.size < box.headSize) return;
    if (box.type === type) yield bytes.subarray(at + box.headSize, at + box.size);
    at += box.size;
  }
}

function child(bytes: Buffer | undefined, type: string): Buffer | undefined {
  return children(bytes, type).next().value ?? undefined;
}

/** Version 1 of a box has times of eight bytes instead of four. */
function durationOf(header: Buffer | undefined): number | undefined {
  const isLong = header?.[0] === 1;
  if (!header || header.length < (isLong ? 32 : 20)) return undefined;
  const scale = header.readUInt32BE(isLong ? 20 : 12);
  const units = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16);
  return scale > 0 ? units / scale : undefined;
}

/** Width and height are its last two members, with sixteen bits behind the point. */
function dimensionsOf(header: Buffer | undefined): Partial<Dimensions> {
  const at = header?.[0] === 1 ? 88 : 76;
  if (!header || header.length < at + 8) return {};
  const [width, height] = [header.readUInt32BE(at) >>> 16, header.readUInt32BE(at + 4) >>> 16];
  return width > 0 && height > 0 ? { width, height } : {};
}
