interface Index {
  name?: unknown;
  description?: unknown;
  url?: unknown;
  home?: unknown;
  namespaces?: unknown;
  routes?: Record<string, { methods?: string[] }>;
}

/** The part of the index that is compared: the site's identity, and its routes with their methods. Descriptions of arguments differ by design. */
export function indexView(body: unknown): unknown {
  const { name, description, url, home, namespaces, routes = {} } = (body ?? {}) as Index;
  return {
    name,
    description,
    url,
    home,
    namespaces: Object.fromEntries([namespaces].flat().map((namespace) => [String(namespace), true])),
    routes: Object.fromEntries(
      Object.entries(routes).map(([route, { methods = [] }]) => [plain(route), [...methods].sort().join(', ')]),
    ),
  };
}

/** `/wp/v2/posts/(?P<id>[\d]+)` as `/wp/v2/posts/{id}`: the pattern of a parameter is an implementation detail. */
function plain(route: string): string {
  let text = '';
  for (let at = 0; at < route.length;) {
    const name = /^\(\?P<(\w+)>/.exec(route.slice(at))?.[1];
    if (name === undefined) {
      text += route[at++];
      continue;
    }
    text += `{${name}}`;
    at = endOfGroup(route, at);
  }
  return text;
}

/** Index after the bracket that closes the one at `start`. */
function endOfGroup(route: string, start: number): number {
  let depth = 0;
  let inClass = false;
  for (let at = start; at < route.length; at++) {
    const character = route[at]!;
    if (character === '\\') at++;
    else if (inClass) inClass = character !== ']';
    else if (character === '[') inClass = true;
    else if (character === '(') depth++;
    else if (character === ')' && --depth === 0) return at + 1;
  }
  return route.length;
}
