import { Arg } from '../../rest/args/index.js';
import { RequestContext } from '../../rest/http/index.js';
import { Item } from '../../rest/response/index.js';
import { Args, Ctx, PUBLIC, READABLE, RestController, Route } from '../../rest/route/index.js';
import { toText } from '../../text/index.js';
import { RankMathGetHeadService } from './get-head.service.js';
import { RANK_MATH_HEADS } from './rank-math-fields.js';

class GetHeadDto {
  @Arg({ type: 'string', required: true, maxLength: 2000, description: 'Address of a page of the site.' })
  url!: unknown;
}

/** The head of the page at an address, as HTML. */
@RestController({ namespace: 'rankmath/v1', base: '/getHead' })
export class RankMathGetHeadController {
  constructor(private readonly heads: RankMathGetHeadService) {}

  @Route({
    methods: READABLE,
    args: GetHeadDto,
    can: PUBLIC,
    cache: RANK_MATH_HEADS.tables,
    responds: { type: 'object', properties: { success: { type: 'boolean' }, head: { type: 'string' } } },
  })
  read(@Ctx() ctx: RequestContext, @Args() { url }: GetHeadDto): Promise<Item> {
    return this.heads.read(ctx, toText(url));
  }
}
