import apiFetch, { type APIFetchMiddleware } from '@wordpress/api-fetch';
import { dispatch } from '@wordpress/data';
import { store as noticesStore } from '@wordpress/notices';
import { type DetailedError, Upload } from 'tus-js-client';

/** Larger files are sent in parts, so that an interruption does not cost what has arrived. */
const LARGE_BYTES = 5 * 1024 * 1024;
const PART_BYTES = 8 * 1024 * 1024;
const RETRY_MS = [0, 1000, 3000, 10_000];
/** Values of the media item that an upload takes, besides its file. */
const VALUES = ['title', 'caption', 'description', 'alt_text', 'post'];
const MEDIA = /^\/?wp\/v2\/media(?:\?|$)/;

interface Options {
  restUrl: string;
  userId: number;
  nonce(): string;
}

/**
 * Sends large files by the protocol tus, with a notice about the progress. The browser remembers the address of an upload: the
 * same file, chosen again after a reload or a lost connection, goes on where it ended.
 */
export function createLargeUploadMiddleware(options: Options): APIFetchMiddleware {
  return async (request, next) => {
    const { method, path = '', body } = request;
    const file = method === 'POST' && MEDIA.test(path) && body instanceof FormData ? body.get('file') : null;
    if (!(file instanceof File) || file.size <= LARGE_BYTES) return next(request);
    const location = await send(file, body as FormData, options, request.signal ?? undefined);
    const id = new URL(location).pathname.split('/').at(-1)!;
    return apiFetch({ path: `/wp/v2/media/${id}?context=edit`, parse: request.parse } as Parameters<
      typeof apiFetch
    >[0]);
  };
}

/** Resolves with the address of the media item. */
function send(file: File, form: FormData, { restUrl, userId, nonce }: Options, signal?: AbortSignal): Promise<string> {
  const endpoint = new URL('nestpress/v1/uploads', restUrl).href;
  const values = VALUES.flatMap((name) => {
    const value = form.get(name);
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
  });
  const notice = progressNotice(file.name);
  return new Promise<string>((done, fail) => {
    const upload = new Upload(file, {
      endpoint,
      chunkSize: PART_BYTES,
      retryDelays: RETRY_MS,
      metadata: { filename: file.name, ...Object.fromEntries(values) },
      removeFingerprintOnSuccess: true,
      // Uploads belong to their user.
      fingerprint: () =>
        Promise.resolve(['nestpress', userId, endpoint, file.name, file.size, file.lastModified].join(' ')),
      onBeforeRequest: (request) => request.setHeader('X-WP-Nonce', nonce()),
      onProgress: (sent, total) => notice.show(sent / total),
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
  }).finally(() => notice.close());
}

/** Changes at most a hundred times, however often the browser reports progress. */
function progressNotice(name: string) {
  const id = `upload ${name}`;
  const { createInfoNotice, removeNotice } = dispatch(noticesStore);
  let shown = -1;
  return {
    show: (share: number) => {
      const percent = Math.floor(share * 100);
      if (percent === shown) return;
      shown = percent;
      void createInfoNotice(`Uploading ${name}: ${percent} %`, { id, type: 'snackbar', explicitDismiss: true });
    },
    close: () => void removeNotice(id),
  };
}

/** As the editor's own client reports errors: `code` and `message`. */
function apiError(error: Error | DetailedError): unknown {
  const response = 'originalResponse' in error ? error.originalResponse : undefined;
  if (!response) return { code: 'fetch_error', message: 'The file could not be sent. Choose it again to continue.' };
  try {
    return JSON.parse(response.getBody());
  } catch {
    return { code: 'invalid_json', message: `The service answered ${response.getStatus()}.` };
  }
}
