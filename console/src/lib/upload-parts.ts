import { type DetailedError, Upload } from 'tus-js-client';
import { t } from '../texts';
import { ApiError, get, restUrl, toError } from './api';
import { session } from './session';
import { type Media } from './types';

export interface UploadOptions {
  /** From 0 to 1, as the bytes leave. */
  onProgress?(share: number): void;
  signal?: AbortSignal;
}

const PART_BYTES = 8 * 1024 * 1024;
const RETRY_MS = [0, 1000, 3000, 10_000];

/**
 * Uploads a file in parts. The browser remembers the address of the upload: the same file, chosen again after a reload or a
 * lost connection, goes on where it ended.
 */
export async function uploadInParts(file: File, options: UploadOptions): Promise<Media> {
  const location = await send(file, options);
  const id = new URL(location).pathname.split('/').at(-1)!;
  return (await get<Media>(`wp/v2/media/${id}`, { context: 'edit' })).data;
}

/** Resolves with the address of the media item. */
function send(file: File, { onProgress, signal }: UploadOptions): Promise<string> {
  const endpoint = restUrl('nestpress/v1/uploads').href;
  return new Promise((done, fail) => {
    const upload = new Upload(file, {
      endpoint,
      chunkSize: PART_BYTES,
      retryDelays: RETRY_MS,
      metadata: { filename: file.name || 'image.png' },
      removeFingerprintOnSuccess: true,
      // Uploads belong to their user.
      fingerprint: () =>
        Promise.resolve(
          ['nestpress', session.get()?.user_id, endpoint, file.name, file.size, file.lastModified].join(' '),
        ),
      onBeforeRequest: (request) => {
        const nonce = session.get()?.nonce;
        if (nonce) request.setHeader('X-WP-Nonce', nonce);
      },
      onProgress: (sent, total) => onProgress?.(sent / total),
      onSuccess: ({ lastResponse }) => done(new URL(lastResponse.getHeader('Location') ?? '', endpoint).href),
      onError: (error) => fail(apiError(error)),
    });
    signal?.addEventListener('abort', () => {
      void upload.abort(true).catch(() => undefined);
      fail(new DOMException('Aborted', 'AbortError'));
    });
    upload
      .findPreviousUploads()
      .then(([previous]) => {
        if (previous) upload.resumeFromPreviousUpload(previous);
        if (!signal?.aborted) upload.start();
      })
      .catch(fail);
  });
}

function apiError(error: Error | DetailedError): ApiError {
  const response = 'originalResponse' in error ? error.originalResponse : undefined;
  if (!response) return new ApiError(t.errors.offline, 0, 'offline');
  try {
    return toError(response.getStatus(), JSON.parse(response.getBody()));
  } catch {
    return toError(response.getStatus(), undefined);
  }
}
