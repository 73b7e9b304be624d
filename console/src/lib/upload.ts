import { t } from '../texts';
import { ApiError, restUrl, toError, withSession } from './api';
import { session } from './session';
import { type Media } from './types';
import { type UploadOptions } from './upload-parts';

interface RawAnswer {
  status: number;
  body: unknown;
}

/** Larger files are sent in parts, so that an interruption does not cost what has arrived. */
const LARGE_BYTES = 5 * 1024 * 1024;

/** Uploads a file to the media library. */
export async function uploadFile(file: File, options: UploadOptions = {}): Promise<Media> {
  if (file.size <= LARGE_BYTES) return postFile('wp/v2/media', file, options);
  return checked(() => sendParts(file, options)) as Promise<Media>;
}

/** Sends a file in one request, with its progress. */
export const postFile = <T>(path: string, file: File, options: UploadOptions = {}): Promise<T> =>
  checked(() => send(path, file, options)) as Promise<T>;

/** The body of the response. */
async function checked(run: () => Promise<RawAnswer>): Promise<unknown> {
  const { status, body } = await withSession(
    run,
    async ({ status: code, body: response }) =>
      code === 401 ||
      (code === 403 && (response as { code?: string } | undefined)?.code === 'rest_cookie_invalid_nonce'),
  );
  if (status < 200 || status > 299) throw toError(status, body);
  return body;
}

async function sendParts(file: File, options: UploadOptions): Promise<RawAnswer> {
  const { uploadInParts } = await import('./upload-parts');
  try {
    return { status: 200, body: await uploadInParts(file, options) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0) throw error;
    return { status: error.status, body: { code: error.code, message: error.message, data: error.data } };
  }
}

/** XMLHttpRequest, since fetch does not report the progress of what it sends. */
function send(path: string, file: File, { onProgress, signal }: UploadOptions): Promise<RawAnswer> {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.open('POST', restUrl(path, { context: 'edit' }));
    const nonce = session.get()?.nonce;
    if (nonce) request.setRequestHeader('X-WP-Nonce', nonce);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => done({ status: request.status, body: parse(request.responseText) });
    request.onerror = () => fail(new ApiError(t.errors.offline, 0, 'offline'));
    request.onabort = () => fail(new DOMException('Aborted', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    const form = new FormData();
    form.append('file', file, file.name || 'image.png');
    request.send(form);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Resolves when the browser says that there is a network. */
export function untilOnline(): Promise<void> {
  if (navigator.onLine) return Promise.resolve();
  return new Promise((done) => window.addEventListener('online', () => done(), { once: true }));
}

/** Whether the upload failed only because the browser has no network. */
export const isInterrupted = (error: unknown) => error instanceof ApiError && error.status === 0 && !navigator.onLine;
