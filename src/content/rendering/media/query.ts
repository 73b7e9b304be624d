/** The URL with one query argument set; arguments already there keep their order, a fragment stays at the end. */
export function withQueryArgument(url: string, name: string, value: string): string {
  return changeQuery(url, (pairs) => {
    const kept = pairs.filter(([key]) => key !== name);
    return [...kept, [name, value]];
  });
}

export function withoutQueryArgument(url: string, name: string): string {
  return changeQuery(url, (pairs) => pairs.filter(([key]) => key !== name));
}

type Pair = [string, string | undefined];

function changeQuery(url: string, change: (pairs: Pair[]) => Pair[]): string {
  const hash = url.indexOf('#');
  const whole = hash === -1 ? url : url.slice(0, hash);
  const fragment = hash === -1 ? '' : url.slice(hash);
  const mark = whole.indexOf('?');
  const path = mark === -1 ? whole : whole.slice(0, mark);
  const pairs =
    mark === -1
      ? []
      : whole
          .slice(mark + 1)
          .split('&')
          .filter(Boolean)
          .map(toPair);
  const query = change(pairs)
    .map(([key, value]) => (value === undefined ? key : `${key}=${value}`))
    .join('&');
  return `${path}${query === '' ? '' : `?${query}`}${fragment}`;
}

function toPair(text: string): Pair {
  const equals = text.indexOf('=');
  return equals === -1 ? [text, undefined] : [text.slice(0, equals), text.slice(equals + 1)];
}
