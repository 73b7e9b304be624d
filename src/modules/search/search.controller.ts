import { type Type } from '@nestjs/common';
import { ENTRY_TABLES } from '../entries/model/entry-sources.js';
import { type Reply } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Args, Ctx, PUBLIC, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { type ContentModel } from '../../content-model/content-model.js';
import { searchDto, type SearchDto, searchedSubtypes } from './search.dto.js';
import { searchResultFields } from './search.fields.js';
import { SearchService } from './search.service.js';

/** The search route; what can be searched follows from the content model. */
export function searchController(model: ContentModel): Type<object> {
  const { post, term } = searchedSubtypes(model);

  @RestController({ namespace: 'wp/v2', base: '/search', fields: searchResultFields([...post, ...term]) })
  class SearchController {
    constructor(private readonly service: SearchService) {}

    /** Only published content is searched. */
    @Route({ methods: READABLE, args: searchDto(model), can: PUBLIC, cache: ENTRY_TABLES, returns: 'list' })
    search(@Ctx() ctx: RequestContext, @Args() args: SearchDto): Promise<Reply> {
      return this.service.search(ctx, args);
    }
  }
  return SearchController;
}
