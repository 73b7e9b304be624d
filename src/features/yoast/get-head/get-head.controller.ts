import { Arg } from '../../../rest/args/index.js';
import { invalidParams, noRoute } from '../../../rest/errors/index.js';
import { Item, Reply } from '../../../rest/response/index.js';
import { Args, PUBLIC, READABLE, RestController, Route } from '../../../rest/route/index.js';
import { toText } from '../../../text/index.js';
import { YOAST_HEADS } from '../yoast-fields.js';
import { HeadOfUrlService } from './head-of-url.service.js';

/** What a URL has before its path. */
const ORIGIN = /^https?:\/\/[^/?#]+/i;
const MAX_LENGTH = 2000;

class GetHeadDto {
  @Arg({ required: true })
  url!: unknown;
}

/** The head of the page at an address of the site. */
@RestController({ namespace: 'yoast/v1', base: '/get_head' })
export class GetHeadController {
  constructor(private readonly heads: HeadOfUrlService) {}

  @Route({
    methods: READABLE,
    args: GetHeadDto,
    can: PUBLIC,
    cache: YOAST_HEADS.tables,
    responds: {
      type: 'object',
      properties: {
        html: { type: 'string' },
        json: { type: 'object', additionalProperties: true },
        status: { type: 'integer' },
      },
    },
  })
  async read(@Args() args: GetHeadDto): Promise<Reply> {
    const url = toText(args.url);
    const origin = url.length <= MAX_LENGTH && URL.canParse(url) ? ORIGIN.exec(url)?.[0] : undefined;
    if (origin === undefined) throw invalidParams({ url: 'Invalid parameter.' }, true);
    const found = await this.heads.head(new URL(url), url.startsWith('/', origin.length));
    if (!found) throw noRoute();
    const status = found.isFound ? 200 : 404;
    const { html, json } = found.head;
    return new Reply(new Item({ html, json, status }), status);
  }
}
