import { Inject } from '@nestjs/common';
import { REST_TAXONOMIES, TAXONOMIES, type Taxonomy } from '../../content/types/taxonomies.js';
import { Arg } from '../../rest/args/arg.decorator.js';
import { CONTEXT_ARG, type Context, ContextArgs } from '../../rest/args/common.args.js';
import { Links } from '../../rest/response/links.js';
import { Item, ItemMap } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/route/context.js';
import { Args, can, Ctx, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { TAXONOMY } from './taxonomies.fields.js';
import { TaxonomiesPolicy, unknownTaxonomy } from './taxonomies.policy.js';

class ListTaxonomiesArgs extends ContextArgs {
  @Arg({ type: 'string', unchecked: true, description: 'Keep only taxonomies of this type of post.' })
  type?: unknown;
}

class ReadTaxonomyArgs {
  @Arg({ type: 'string', description: 'Name of the taxonomy.' })
  taxonomy!: string;

  @Arg(CONTEXT_ARG)
  context!: Context;
}

@RestController({ namespace: 'wp/v2', base: '/taxonomies', fields: TAXONOMY })
export class TaxonomiesController {
  constructor(
    private readonly policy: TaxonomiesPolicy,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  @Route({ methods: READABLE, args: ListTaxonomiesArgs, can: can(TaxonomiesPolicy, 'list'), cache: [], answers: 'map' })
  list(@Ctx() ctx: RequestContext, @Args() args: ListTaxonomiesArgs): ItemMap {
    const wanted = typeof args.type === 'string' && args.type !== '' ? args.type : undefined;
    const taxonomies = REST_TAXONOMIES.filter(
      (taxonomy) =>
        (wanted === undefined || taxonomy.types.includes(wanted)) &&
        (args.context !== 'edit' || this.policy.mayEdit(ctx.principal, taxonomy)),
    );
    return new ItemMap(
      new Map(taxonomies.map((taxonomy) => [taxonomy.name, this.present(ctx, taxonomy, args.context)])),
    );
  }

  @Route({
    methods: READABLE,
    path: '/(?P<taxonomy>[\\w-]+)',
    args: ReadTaxonomyArgs,
    can: can(TaxonomiesPolicy, 'read'),
    cache: [],
  })
  read(@Ctx() ctx: RequestContext, @Args() args: ReadTaxonomyArgs): Item {
    const taxonomy = TAXONOMIES.get(args.taxonomy);
    if (!taxonomy) throw unknownTaxonomy();
    return this.present(ctx, taxonomy, args.context);
  }

  private present(ctx: RequestContext, taxonomy: Taxonomy, context: Context): Item {
    const links = new Links()
      .add('collection', ctx.site.rest('/wp/v2/taxonomies'))
      .add('https://api.w.org/items', ctx.site.rest(`/wp/v2/${taxonomy.restBase}`));
    return new Item(TAXONOMY.projection(this.profile, context)(taxonomy, { profile: this.profile }), links);
  }
}
