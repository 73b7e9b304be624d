import { type Principal } from '../../access/principal.js';
import { type Taxonomy } from '../../site/model/taxonomies.js';
import { Arg } from '../../rest/args/arg.decorator.js';
import { ContextArgs } from '../../rest/args/common.args.js';
import { denied } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { Links } from '../../rest/response/links.js';
import { type ContentModel } from '../../site/model/content-model.js';
import { type Profile } from '../../variant/profile.js';
import { type RegistryDeclaration } from '../registries/registry.js';
import { registryModule } from '../registries/registry.module.js';
import { TAXONOMY } from './taxonomies.fields.js';

class ListTaxonomiesArgs extends ContextArgs {
  @Arg({ type: 'string', unchecked: true, description: 'Keep only taxonomies of this type of post.' })
  type?: unknown;
}

function mayEdit({ principal, profile }: { principal: Principal; profile: Profile }, taxonomy: Taxonomy): boolean {
  return principal.can(taxonomy.capabilities[profile.taxonomies.editCapability]);
}

/** Values other than a non-empty string do not filter. */
function ofType({ restTaxonomies }: ContentModel, { type }: ListTaxonomiesArgs): readonly Taxonomy[] {
  return typeof type === 'string' && type !== ''
    ? restTaxonomies.filter(({ types }) => types.includes(type))
    : restTaxonomies;
}

export const TAXONOMY_REGISTRY: RegistryDeclaration<Taxonomy, ListTaxonomiesArgs> = {
  base: 'taxonomies',
  nameArg: 'taxonomy',
  fields: TAXONOMY,
  listArgs: ListTaxonomiesArgs,

  canList: (requester, args) =>
    args.context !== 'edit' ||
    ofType(requester.model, args).some((taxonomy) => mayEdit(requester, taxonomy)) ||
    denied(requester.principal, 'rest_cannot_view', 'You may not manage terms.'),

  list: (requester, args) =>
    ofType(requester.model, args).filter((taxonomy) => args.context !== 'edit' || mayEdit(requester, taxonomy)),

  /** The route lets unknown names through to `find`, which answers 404. */
  canRead: (requester, name, context) => {
    const taxonomy = requester.model.taxonomies.get(name);
    if (!taxonomy) return true;
    if (!taxonomy.restBase) return false;
    if (context === 'edit' && !mayEdit(requester, taxonomy))
      return denied(requester.principal, 'rest_forbidden_context', 'You may not manage terms of this taxonomy.');
    return true;
  },

  find: ({ model }, name) => {
    const taxonomy = model.taxonomies.get(name);
    if (!taxonomy) throw new RestError('rest_taxonomy_invalid', 'There is no taxonomy of this name.', 404);
    return taxonomy;
  },

  links: (site, taxonomy) =>
    new Links()
      .add('collection', site.rest('/wp/v2/taxonomies'))
      .add('https://api.w.org/items', site.rest(taxonomy.route)),
};

export class TaxonomiesModule extends registryModule(TAXONOMY_REGISTRY) {}
