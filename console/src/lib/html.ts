/** Text of an HTML fragment; scripts in it do not run, since the document has no browsing context. */
export function textOf(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent?.trim() ?? '';
}

const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['#039', "'"],
  ['#39', "'"],
  ['#038', '&'],
  ['#38', '&'],
]);

/**
 * A name or title, which is stored as HTML, as people write it: `Tom & Jerry` instead of `Tom &amp; Jerry`. An entity that stands for
 * something else than a character of the text stays, so that saving the text changes nothing: `&lt;b&gt;` is not the tag.
 */
export function editableText(html: string): string {
  if (!html.includes('&')) return html;
  return html.replace(/&(#?\w+);/g, (entity, name: string, at: number) => {
    const character = ENTITIES.get(name);
    const rest = html.slice(at + entity.length);
    const isMarkup = (character === '<' && /^[a-z/!?]/i.test(rest)) || (character === '&' && /^#?\w+;/.test(rest));
    return character === undefined || isMarkup ? entity : character;
  });
}

/** Members of the API's objects that are names, titles and descriptions. */
const NAMES = new Set('name title label description author_name nickname first_name last_name alt_text'.split(' '));
/** What they contain is of others, or HTML. */
const OPAQUE = new Set(['meta', 'content', 'properties', 'schema', 'block']);

/** Decodes the names, titles and descriptions of a response, once, where it enters the console. */
export function withEditableTexts<T>(value: T): T {
  if (Array.isArray(value)) return value.map((item: unknown) => withEditableTexts(item)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const decoded = Object.entries(value).map(([key, item]: [string, unknown]) => {
    if (typeof item === 'string') return [key, NAMES.has(key) ? editableText(item) : item];
    if (key === 'title' && typeof item === 'object' && item !== null && 'raw' in item)
      return [key, { ...item, raw: editableText(String(item.raw)) }];
    return [key, OPAQUE.has(key) ? item : withEditableTexts(item)];
  });
  return Object.fromEntries(decoded) as T;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const UNSAFE = 'script,style,iframe,object,embed,link,meta,base,form,svg,math,template';

/** Markup of others, such as comments, for display: without active elements and attributes. The page's CSP blocks scripts as well. */
export function safeHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll(UNSAFE)) element.remove();
  for (const element of body.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes]) {
      const isUrl = name === 'href' || name === 'src';
      if (name.startsWith('on') || name === 'style' || name === 'srcset') element.removeAttribute(name);
      if (isUrl && !/^(https?:|mailto:|\/|#)/i.test(value.trim())) element.removeAttribute(name);
    }
    if (element.tagName === 'A') {
      element.setAttribute('target', '_blank');
      element.setAttribute('rel', 'noopener noreferrer nofollow');
    }
  }
  return body.innerHTML;
}
