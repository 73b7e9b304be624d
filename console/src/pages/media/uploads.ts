import { ApiError, messageOf } from '../../lib/api';
import { invalidate } from '../../lib/queries';
import { createStore } from '../../lib/store';
import { type Media } from '../../lib/types';
import { isInterrupted, untilOnline, uploadFile } from '../../lib/upload';

export interface Upload {
  id: number;
  file: File;
  state: 'waiting' | 'sending' | 'processing' | 'paused' | 'done' | 'failed';
  /** From 0 to 1. */
  share: number;
  error?: string;
  /** Refused for good, such as a file type that is not allowed. */
  isRefused?: boolean;
  media?: Media;
  abort: AbortController;
}

const AT_ONCE = 2;

/** Outlives the page that started it, so that one can go on working while files are sent. */
export const uploads = createStore<readonly Upload[]>([]);
let lastId = 0;
let running = 0;

function update(id: number, changes: Partial<Upload>): void {
  uploads.set((before) => before.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
}

/** Adds files to the queue; `onDone` is called for each that arrived. */
export function addUploads(files: Iterable<File>, onDone?: (media: Media) => void): void {
  const added = [...files].map((file): Upload => ({
    id: ++lastId,
    file,
    state: 'waiting',
    share: 0,
    abort: new AbortController(),
  }));
  uploads.set((before) => [...before.filter(({ state }) => state !== 'done'), ...added]);
  void work(onDone);
}

async function work(onDone?: (media: Media) => void): Promise<void> {
  while (running < AT_ONCE) {
    const next = uploads.get().find(({ state }) => state === 'waiting');
    if (!next) return;
    running++;
    update(next.id, { state: 'sending' });
    void send(next, onDone).finally(() => {
      running--;
      void work(onDone);
    });
  }
}

async function send({ id, file, abort }: Upload, onDone?: (media: Media) => void): Promise<void> {
  try {
    const media = await uploadFile(file, {
      signal: abort.signal,
      // After the last byte the server creates the image sizes.
      onProgress: (share) => update(id, { share, state: share >= 1 ? 'processing' : 'sending' }),
    });
    update(id, { state: 'done', share: 1, media });
    invalidate('wp/v2/media', 'nestpress/v1/counts');
    onDone?.(media);
  } catch (error) {
    if (abort.signal.aborted) return;
    if (isInterrupted(error)) {
      update(id, { state: 'paused', share: 0 });
      await untilOnline();
      if (!abort.signal.aborted) update(id, { state: 'waiting' });
      return;
    }
    update(id, { state: 'failed', error: messageOf(error), isRefused: isRefused(error) });
  }
}

/** WordPress, and so wp/v2, responds to a file type that is not permitted with a server error. */
const REFUSED_FILE = ['rest_upload_unknown_error', 'rest_upload_sideload_error'];

/** Sending the same file again does not help. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return (error.status >= 400 && error.status < 500) || REFUSED_FILE.includes(error.code);
}

export function cancelUpload(id: number): void {
  uploads
    .get()
    .find((upload) => upload.id === id)
    ?.abort.abort();
  uploads.set((before) => before.filter((upload) => upload.id !== id));
}

export function retryUpload(id: number): void {
  update(id, { state: 'waiting', share: 0, error: undefined, abort: new AbortController() });
  void work();
}
