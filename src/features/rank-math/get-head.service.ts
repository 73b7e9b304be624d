import { Injectable } from '@nestjs/common';
import { ANONYMOUS } from '../../access/index.js';
import { invalidParams, noRoute, RestError } from '../../rest/errors/index.js';
import { RequestContext } from '../../rest/http/index.js';
import { Item } from '../../rest/response/index.js';
import { AddressesService } from '../../modules/addresses/index.js';
import { type SeoTarget } from '../../modules/entries/index.js';
import { RankMathHeadsService } from './rank-math-heads.service.js';
import { RankMathSeoService } from './rank-math-seo.service.js';

const notFound = () => new RestError('rank_math_page_not_found', 'There is no page at this address.', 404);

/** Finds the page at an address, as far as visitors may see it. */
@Injectable()
export class RankMathGetHeadService {
  constructor(
    private readonly heads: RankMathHeadsService,
    private readonly seo: RankMathSeoService,
    private readonly addresses: AddressesService,
  ) {}

  /** The route exists where the settings of the plugin switch it on. */
  async read(ctx: RequestContext, url: string): Promise<Item> {
    if (!(await this.heads.settings()).isHeadless) throw noRoute();
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) throw invalidParams({ url: 'Invalid parameter.' });
    const visitor = new RequestContext(ANONYMOUS, ctx.request, ctx.site, ctx.options);
    const target = targetOf((await this.addresses.resolve(visitor, url)).members as Record<string, unknown>);
    const head = target && (await this.seo.tagsOf(target));
    if (!head) throw notFound();
    return new Item({ success: true, head: head.html });
  }
}

function targetOf({ kind, type, id, is_front_page: isFront }: Record<string, unknown>): SeoTarget | undefined {
  if (kind === 'entry' && typeof id === 'number') return { kind, id, isFront: isFront === true };
  if (kind === 'term' && typeof id === 'number' && typeof type === 'string') return { kind, taxonomy: type, id };
  if (kind === 'author' && typeof id === 'number') return { kind, id };
  return kind === 'home' ? { kind } : undefined;
}
