import { Inject, Injectable } from '@nestjs/common';
import { termLink } from '../../content/terms/term-links.js';
import { type TermTree } from '../../content/terms/term-tree.js';
import { type Context } from '../../rest/args/common.args.js';
import { Links } from '../../rest/response/links.js';
import { Item } from '../../rest/response/reply.js';
import { type RequestContext } from '../../rest/route/context.js';
import { type Site } from '../../site/site.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { CATEGORIES, type TermKind } from './term-kinds.js';
import { CATEGORY, type ShownTerm, TAG, type TermFields } from './terms.fields.js';

@Injectable()
export class TermsPresenter {
  constructor(@Inject(PROFILE) private readonly profile: Profile) {}

  /** The tree holds the ancestors of all the terms. With `only`, members that nobody asked for are left out. */
  items(
    ctx: RequestContext,
    kind: TermKind,
    terms: readonly ShownTerm[],
    tree: TermTree,
    context: Context,
    only?: ReadonlySet<string>,
  ): Item[] {
    const project = fieldsOf(kind).projection(this.profile, context, only);
    return terms.map(
      (term) =>
        new Item(
          project(term, { link: termLink(ctx.site, kind.taxonomy, term, tree) }),
          linksOf(ctx.site, kind, term, tree),
        ),
    );
  }
}

function fieldsOf(kind: TermKind): TermFields {
  return kind === CATEGORIES ? CATEGORY : TAG;
}

function linksOf(site: Site, { base, taxonomy }: TermKind, term: ShownTerm, tree: TermTree): Links {
  const links = new Links()
    .add('self', site.rest(`/wp/v2/${base}/${term.id}`))
    .add('collection', site.rest(`/wp/v2/${base}`))
    .add('about', site.rest(`/wp/v2/taxonomies/${taxonomy.name}`));
  if (tree.has(term.parent))
    links.add('up', site.rest(`/wp/v2/${base}/${term.parent}`), { embed: { source: base, id: term.parent } });
  return links.add('https://api.w.org/post_type', site.rest('/wp/v2/posts', `${base}=${term.id}`));
}
