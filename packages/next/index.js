import { createReader, tagsOfRequest } from '@nestpress/client/front-end';
import { revalidateTag } from 'next/cache';
import { cookies, draftMode } from 'next/headers';
import { redirect } from 'next/navigation';

export { imageAttributes, imageLoader } from '@nestpress/client/front-end';

const PREVIEW_COOKIE = 'nestpress_preview';

/** The token of the preview that this visitor has opened. */
async function previewToken() {
  const { isEnabled } = await draftMode();
  return isEnabled ? (await cookies()).get(PREVIEW_COOKIE)?.value : undefined;
}

/** `url`: the REST root of the service. `previewPage`: the path of the page that shows `previewed()`. */
export function createFrontEnd({ url, webhookSecret, routes, previewPage = '/preview' }) {
  // Pages keep what they read until a message names its tags.
  const fetchPublic = (address, tags, init) => fetch(address, { ...init, next: { tags } });
  const { preview, file, ...reader } = createReader({ url, routes, fetchPublic, previewToken });

  return {
    ...reader,

    /** GET of the route that FRONT_END_PREVIEW names. */
    async openPreview(request) {
      const token = new URL(request.url).searchParams.get('token') ?? '';
      if (!(await preview(token))) return new Response('This preview has ended.', { status: 401 });
      (await draftMode()).enable();
      (await cookies()).set(PREVIEW_COOKIE, token, {
        httpOnly: true,
        path: '/',
        sameSite: 'lax',
        secure: new URL(request.url).protocol === 'https:',
      });
      redirect(previewPage);
    },

    /** GET of a route that ends the preview. */
    async closePreview() {
      (await draftMode()).disable();
      (await cookies()).delete(PREVIEW_COOKIE);
      redirect('/');
    },

    /** POST of the route whose address is a webhook of the site. */
    async revalidate(request) {
      const tags = await tagsOfRequest(request, { secret: webhookSecret, routes });
      if (!tags) return new Response('The signature is not valid.', { status: 401 });
      for (const tag of tags) revalidateTag(tag, { expire: 0 });
      return new Response(null, { status: 204 });
    },

    /** GET of a route that passes on a file of the service, such as /sitemap.xml or /feed/. */
    passOn: (path) => () => file(path),
  };
}
