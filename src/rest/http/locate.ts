/** Where in the interface a URL points, and its query string; undefined when it points elsewhere. */
export interface Located {
  route: string;
  queryString: string;
}

/** Stays as it is written: an encoded slash separates nothing. */
const ENCODED_SLASH = /%(2f)/gi;

/** `{base}/route`, `/index.php{base}/route`, or any home address with `?rest_route=/route`. */
export function locate(url: string, basePath: string): Located | undefined {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const queryString = mark < 0 ? '' : url.slice(mark + 1);
  const below = under(path, basePath) ?? under(path, `/index.php${basePath}`);
  if (below !== undefined) return { route: normalise(decodePath(below.replace(ENCODED_SLASH, '%25$1'))), queryString };
  if (path !== '/' && path !== '/index.php') return undefined;
  const pair = queryString.split('&').findLast((part) => part.startsWith('rest_route='));
  if (pair === undefined) return undefined;
  const rest = queryString.split('&').filter((part) => !part.startsWith('rest_route='));
  return {
    route: normalise(decodePath(pair.slice('rest_route='.length).replaceAll('+', ' '))),
    queryString: rest.join('&'),
  };
}

function under(path: string, base: string): string | undefined {
  if (!path.startsWith(base)) return undefined;
  const rest = path.slice(base.length);
  return rest === '' || rest.startsWith('/') ? rest : undefined;
}

function decodePath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** One trailing slash is dropped. */
function normalise(route: string): string {
  const trimmed = route.replace(/\/$/, '');
  return trimmed === '' ? '/' : trimmed;
}
