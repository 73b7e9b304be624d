import { type AnyField } from '../../content-model/field-types.js';

/** The target of an embeddable link, so that `_embed` can load targets in batches instead of by request. */
export type EmbedTarget = { source: string; id: number | string } | { source: string; of: number };

export interface Link {
  href: string;
  /** Attributes besides `href`, in output order. */
  attributes?: Record<string, unknown>;
  embed?: EmbedTarget;
  /** The requester may read the target only with the arguments of this request, such as a password or a filter. */
  isUnreadable?: boolean;
  /** Part of single items whatever `_fields` selects, such as those of declared fields and of namespaces. */
  isUnconditional?: true;
  /** Methods the requester may use on the target, if the API reports them. */
  allow?: readonly string[];
}

const CURIE_PREFIX = 'https://api.w.org/';
const CURIES = [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }];

/** Links of one item: relation → links, in order of insertion. Relations defined by WordPress are `wp:…`. */
export class Links {
  readonly relations = new Map<string, Link[]>();

  add(relation: string, href: string, options: Omit<Link, 'href'> = {}): this {
    const link: Link = { href, ...options };
    const present = this.relations.get(relation);
    if (present) present.push(link);
    else this.relations.set(relation, [link]);
    return this;
  }

  get isEmpty(): boolean {
    return this.relations.size === 0;
  }

  /** Links that do not depend on `_fields`. */
  unconditional(): Links {
    const found = new Links();
    for (const [relation, links] of this.relations) {
      const own = links.filter(({ isUnconditional }) => isUnconditional);
      if (own.length > 0) found.relations.set(relation, own);
    }
    return found;
  }

  /** The `_links` field: plain relations first, then the compact ones and their CURIE templates. */
  toJson(): Record<string, unknown> {
    const json: Record<string, unknown> = {};
    let hasShortened = false;
    for (const [relation, links] of this.relations) {
      if (relation.startsWith(CURIE_PREFIX)) hasShortened = true;
      else json[relation] = links.map(linkJson);
    }
    if (!hasShortened) return json;
    for (const [relation, links] of this.relations)
      if (relation.startsWith(CURIE_PREFIX)) json[shorten(relation)] = links.map(linkJson);
    json.curies = CURIES;
    return json;
  }
}

export function shorten(relation: string): string {
  return relation.startsWith(CURIE_PREFIX) ? `wp:${relation.slice(CURIE_PREFIX.length)}` : relation;
}

/** Without spreading: an item has about twenty links. */
function linkJson({ embed, attributes, href, allow }: Link): Record<string, unknown> {
  if (!attributes && !allow) return embed ? { embeddable: true, href } : { href };
  const json: Record<string, unknown> = embed ? { embeddable: true } : {};
  if (attributes) Object.assign(json, attributes);
  json.href = href;
  if (allow) json.targetHints = { allow };
  return json;
}

/** Adds the links that the values of declared fields have. */
export function addFieldLinks(fields: readonly AnyField[], value: (name: string) => unknown, links: Links): Links {
  for (const { name, links: targets } of fields)
    if (targets)
      for (const { relation, href, attributes, embed } of targets(value(name)))
        links.add(relation, href, {
          isUnconditional: true,
          ...(attributes && { attributes }),
          ...(embed && { embed }),
        });
  return links;
}
