import { type APIFetchMiddleware } from '@wordpress/api-fetch';
import { dispatch } from '@wordpress/data';
import { store as noticesStore } from '@wordpress/notices';
import { CONSOLE_URL, readSession } from './service';

const NOTICE = 'signed-out';
const SIGNED_OUT = 'Your session has ended.';
const ADVICE = 'Sign in again in another tab, then save: nothing you wrote is lost.';

/**
 * Renews a nonce that ran out and repeats the request. After the session itself has ended the page stays as it is, with a link to
 * the sign-in page: signing in there is enough for the next save to succeed.
 */
export function createSessionMiddleware(useNonce: (nonce: string) => void): APIFetchMiddleware {
  return async (options, next) => {
    try {
      return await next(options);
    } catch (error) {
      if ((await codeOf(error)) !== 'rest_cookie_invalid_nonce') throw error;
      const session = await readSession();
      if (session.nonce === undefined) {
        reportSignedOut();
        // Another code than the one on which api-fetch asks the administration of WordPress for a nonce.
        throw { code: 'signed_out', message: SIGNED_OUT };
      }
      useNonce(session.nonce);
      void dispatch(noticesStore).removeNotice(NOTICE);
      return next(options);
    }
  };
}

/** Errors of requests that are not to be parsed are the response itself. */
async function codeOf(error: unknown): Promise<string | undefined> {
  if (!(error instanceof Response)) return (error as { code?: string } | undefined)?.code;
  const body = (await error
    .clone()
    .json()
    .catch(() => undefined)) as { code?: string } | undefined;
  return body?.code;
}

function reportSignedOut(): void {
  const url = new URL('login', CONSOLE_URL).href;
  void dispatch(noticesStore).createErrorNotice(ADVICE, {
    id: NOTICE,
    actions: [{ label: 'Sign in', onClick: () => window.open(url, '_blank', 'noopener') }],
  });
}
