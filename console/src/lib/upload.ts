import { t } from '../texts';
import { ApiError, restUrl, toError, withSession } from './api';
import { session } from './session';
import { type Media } from './types';

export interface UploadOptions {
  /** From 0 to 1, as the bytes leave. */
  onProgress?(share: number): void;
  signal?: AbortSignal;
}

interface RawAnswer {
  status: number;
  body: unknown;
}

/** Uploads a file to the media library. XMLHttpRequest, since fetch does not report the progress of what it sends. */
export async function uploadFile(file: File, options: UploadOptions = {}): Promise<Media> {
  const { status, body } = await withSession(
    () => send(file, options),
    async ({ status: code, body: response }) =>
      code === 401 ||
      (code === 403 && (response as { code?: string } | undefined)?.code === 'rest_cookie_invalid_nonce'),
  );
  if (status < 200 || status > 299) throw toError(status, body);
  return body as Media;
}

function send(file: File, { onProgress, signal }: UploadOptions): Promise<RawAnswer> {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.open('POST', restUrl('wp/v2/media', { context: 'edit' }));
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
