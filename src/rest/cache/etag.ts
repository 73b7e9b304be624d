/** Whether a request's If-None-Match names this tag; weak and strong forms count as the same. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag) return true;
  const wanted = opaque(etag);
  return header.split(',').some((one) => one.trim() === '*' || opaque(one.trim()) === wanted);
}

function opaque(etag: string): string {
  return etag.startsWith('W/') ? etag.slice(2) : etag;
}
