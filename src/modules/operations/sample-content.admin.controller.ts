import { integer } from '../../rest/fields/read-only.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Item, type JsonValue } from '../../rest/response/reply.js';
import { can, Ctx, DELETABLE, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { SitePolicy } from '../../rest/route/site.policy.js';
import { SampleContentService } from './sample-content.service.js';

const SAMPLE_CONTENT = new ResourceFields('sample-content', {
  entries: integer('Number of sample posts and pages that nobody has changed.'),
  comments: integer('Number of their comments.'),
});

/** The sample content of a new site, and its deletion. */
@RestController({ namespace: 'nestpress/v1', base: '/sample-content', fields: SAMPLE_CONTENT })
export class SampleContentController {
  constructor(private readonly sample: SampleContentService) {}

  @Route({ methods: READABLE, can: can(SitePolicy, 'manage') })
  async read(): Promise<Item> {
    const { entries, comments } = await this.sample.find();
    return new Item({ entries: entries.length, comments });
  }

  @Route({ methods: DELETABLE, can: can(SitePolicy, 'manage') })
  async delete(@Ctx() { principal }: RequestContext): Promise<JsonValue> {
    return { deleted: true, ...(await this.sample.delete(principal)) };
  }
}
