import { type Answer } from './wordpress-client.js';

/** One place where two responses differ. */
export interface Difference {
  /** Such as `body.meta.price`. */
  path: string;
  theirs: unknown;
  ours: unknown;
}

/** What a client of the interface reads. */
const HEADERS = ['x-wp-total', 'x-wp-totalpages', 'link', 'allow', 'location'];

/** Sentences for people are our own everywhere; only that there is one is compared. */
const isSentence = (name: string, path: string) =>
  name === 'message' ||
  name.endsWith('_field_description') ||
  (/^body\.(?:schema|endpoints|routes)\b/.test(path) && (name === 'description' || name === 'title'));

/** How a response of ours differs from one of WordPress: status, headers and every member of the body. */
export function compareAnswers(theirs: Answer<unknown>, ours: Answer<unknown>): Difference[] {
  const headers = ({ headers: all }: Answer<unknown>) =>
    Object.fromEntries(HEADERS.map((name) => [name, settled(all.get(name) ?? undefined)]));
  return [
    ...differences(theirs.status, ours.status, 'status'),
    ...differences(headers(theirs), headers(ours), 'header'),
    ...differences(theirs.body, ours.body, 'body'),
  ];
}

function* differences(theirs: unknown, ours: unknown, path: string): Generator<Difference> {
  if (Array.isArray(theirs) && Array.isArray(ours)) {
    if (theirs.length !== ours.length) yield { path: `${path}.length`, theirs: theirs.length, ours: ours.length };
    for (const [index, item] of theirs.slice(0, ours.length).entries())
      yield* differences(item, ours[index], `${path}[${index}]`);
  } else if (isObject(theirs) && isObject(ours)) {
    const [expected, found] = [Object.keys(theirs), Object.keys(ours)];
    for (const name of new Set([...expected, ...found])) {
      const [one, other] = [theirs[name], ours[name]];
      const isText = isSentence(name, path) && typeof one === 'string' && typeof other === 'string';
      if (!isText || (one === '') !== (other === '')) yield* differences(one, other, `${path}.${name}`);
    }
  } else if (settled(theirs) !== settled(ours)) yield { path, theirs, ours };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The time of the request is another one on either side. */
function settled(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/g, (time) =>
    Math.abs(Date.parse(`${time}Z`) - Date.now()) < 600_000 ? '<now>' : time,
  );
}
