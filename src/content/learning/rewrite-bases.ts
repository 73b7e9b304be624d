import { type Rewrite } from '../../site/model/declarations.js';
import { PhpArray, type PhpValue, toText } from '../../text/php/index.js';

/** The first part of a rule's pattern, and the group for slugs: with or without those of parents. */
const RULE = /^(?:index\.php\/)?(.+?)\/(\(\[\^\/\]\+\)|\(\.\+\?\))(?:\(\?:\/\(\[0-9\]\+\)\)\?)?\/\?\$$/;

/** Where the rule of an item leads: by the query variable, which has the name of the type or taxonomy, or without one. */
const TARGET =
  /^index\.php\?(?:post_type=([\w-]+)&(?:page)?name|taxonomy=([\w-]+)&term|([\w-]+))=\$matches\[1\](?:&page=\$matches\[2\])?$/;

/**
 * How the addresses of custom types and taxonomies begin, by name, from the option `rewrite_rules`. WordPress writes its
 * rules there; its REST API does not tell them.
 */
export function rewriteBases(rules: PhpValue | undefined): Map<string, Rewrite> {
  const bases = new Map<string, Rewrite>();
  if (!(rules instanceof PhpArray)) return bases;
  for (const [pattern, target] of rules) {
    const single = TARGET.exec(toText(target));
    const [, base, slugs] = RULE.exec(String(pattern)) ?? [];
    const name = single?.slice(1).find((group) => group !== undefined);
    if (name === undefined || base === undefined || /[()[\]]/.test(base) || bases.has(name)) continue;
    bases.set(name, { slug: base, withFront: false, ...(slugs === '(.+?)' && { hierarchical: true }) });
  }
  return bases;
}

/** The same from the address of one item, for a WordPress whose rules do not have it: `false` for plain addresses. */
export function rewriteOfLink(link: string, home: string): Rewrite | false | undefined {
  if (!URL.canParse(link) || !URL.canParse(home)) return undefined;
  const { pathname, search } = new URL(link);
  if (search !== '') return false;
  const root = `${new URL(home).pathname.replace(/\/$/, '')}/`;
  if (!pathname.startsWith(root)) return undefined;
  const base = pathname
    .slice(root.length)
    .replace(/^index\.php\//, '')
    .replace(/\/$/, '')
    .split('/')
    .slice(0, -1);
  return base.length === 0 ? undefined : { slug: base.join('/'), withFront: false };
}
