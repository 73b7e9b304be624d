import { Inject, Injectable } from '@nestjs/common';
import { type Principal } from '../../access/principal.js';
import { REST_TAXONOMIES, TAXONOMIES, type Taxonomy } from '../../content/types/taxonomies.js';
import { type ContextArgs } from '../../rest/args/common.args.js';
import { denied } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext } from '../../rest/route/context.js';
import { type Allowed } from '../../rest/route/route.types.js';
import { PROFILE, type Profile } from '../../variant/profile.js';

@Injectable()
export class TaxonomiesPolicy {
  constructor(@Inject(PROFILE) private readonly profile: Profile) {}

  mayEdit(principal: Principal, taxonomy: Taxonomy): boolean {
    return principal.can(taxonomy.capabilities[this.profile.taxonomies.editCapability]);
  }

  list(ctx: RequestContext, args: ContextArgs & { type?: unknown }): Allowed {
    if (args.context !== 'edit') return true;
    const asked = REST_TAXONOMIES.filter(
      (taxonomy) => typeof args.type !== 'string' || args.type === '' || taxonomy.types.includes(args.type),
    );
    return (
      asked.some((taxonomy) => this.mayEdit(ctx.principal, taxonomy)) ||
      denied(ctx.principal, 'rest_cannot_view', 'You may not manage terms.')
    );
  }

  read(ctx: RequestContext, args: { taxonomy: string; context: string }): Allowed {
    const taxonomy = TAXONOMIES.get(args.taxonomy);
    if (!taxonomy) return true;
    if (!taxonomy.restBase) return false;
    if (args.context === 'edit' && !this.mayEdit(ctx.principal, taxonomy)) {
      return denied(ctx.principal, 'rest_forbidden_context', 'You may not manage terms of this taxonomy.');
    }
    return true;
  }
}

export const unknownTaxonomy = () => new RestError('rest_taxonomy_invalid', 'There is no taxonomy of this name.', 404);
