import { Inject, Injectable } from '@nestjs/common';
import { type Context } from '../../rest/args/common.dto.js';
import { Links } from '../../rest/response/links.js';
import { Item } from '../../rest/response/reply.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { type SearchResult, FINDING } from './search.fields.js';

@Injectable()
export class SearchPresenter {
  constructor(@Inject(PROFILE) private readonly profile: Profile) {}

  items({ site, wants }: RequestContext, findings: readonly SearchResult[], context: Context): Item[] {
    const project = FINDING.projection(this.profile, context, wants);
    const collection = site.rest('/wp/v2/search');
    return findings.map((finding) => {
      const { id, self } = finding;
      const links = new Links();
      if (self)
        links
          .add('self', site.rest(`${self.route}/${id}`), { embed: { source: self.source, id } })
          .add('about', site.rest(self.about));
      return new Item(project(finding, undefined), links.add('collection', collection));
    });
  }
}
