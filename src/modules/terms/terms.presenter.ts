import { Inject, Injectable } from '@nestjs/common';
import { termLink, type TermTree } from './term.js';
import { type Context } from '../../rest/args/common.dto.js';
import { Links } from '../../rest/response/links.js';
import { Item } from '../../rest/response/reply.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { type Site } from '../../site/site.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { type ShownTerm, type TermResource, type TermView } from './terms.fields.js';

/** What was loaded for the terms of a response. */
export interface TermRelations extends Omit<TermView, 'link'> {
  /** The ancestors of all the terms. */
  tree: TermTree;
}

@Injectable()
export class TermsPresenter {
  constructor(@Inject(PROFILE) private readonly profile: Profile) {}

  /** With `only`, just the selected fields. */
  items(
    ctx: RequestContext,
    resource: TermResource,
    terms: readonly ShownTerm[],
    { tree, ...meta }: TermRelations,
    context: Context,
    only?: ReadonlySet<string>,
  ): Item[] {
    const project = resource.fields.projection(this.profile, context, only);
    return terms.map(
      (term) =>
        new Item(
          project(context === 'view' ? withPublicLinks(ctx.site, term) : term, {
            link: termLink(ctx.site, resource.taxonomy, term, tree),
            ...meta,
          }),
          linksOf(ctx.site, resource, term, tree),
        ),
    );
  }
}

/** Editors get what is stored. */
function withPublicLinks(site: Site, term: ShownTerm): ShownTerm {
  if (term.description === undefined) return term;
  const description = site.withPublicLinks(term.description);
  return description === term.description ? term : { ...term, description };
}

function linksOf(site: Site, { base, route, taxonomy }: TermResource, term: ShownTerm, tree: TermTree): Links {
  const links = new Links()
    .add('self', site.rest(`${route}/${term.id}`))
    .add('collection', site.rest(route))
    .add('about', site.rest(`/wp/v2/taxonomies/${taxonomy.name}`));
  if (tree.has(term.parent))
    links.add('up', site.rest(`${route}/${term.parent}`), { embed: { source: base, id: term.parent } });
  for (const name of taxonomy.types) {
    const type = site.model.types.get(name);
    if (type?.restBase) links.add('https://api.w.org/post_type', site.rest(type.route, `${base}=${term.id}`));
  }
  return links;
}
