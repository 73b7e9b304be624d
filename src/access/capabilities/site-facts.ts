import { type Site } from '../../site/site.js';
import { type SiteFacts } from './required.js';

/** What permission checks need to know of the site. */
export function siteFacts(site: Site): SiteFacts {
  return new FactsOfSite(site);
}

/** Each fact is read when a check asks for it: most checks need one of them. */
class FactsOfSite implements SiteFacts {
  constructor(private readonly site: Site) {}

  get model(): SiteFacts['model'] {
    return this.site.model;
  }

  get pageOnFront(): number {
    return this.site.integer('page_on_front');
  }

  get pageForPosts(): number {
    return this.site.integer('page_for_posts');
  }

  get privacyPage(): number {
    return this.site.integer('wp_page_for_privacy_policy');
  }

  get defaultTerms(): SiteFacts['defaultTerms'] {
    const names = [...this.site.model.taxonomies.values()].flatMap(({ name, hasDefaultTerm }) =>
      name === 'category' || hasDefaultTerm ? [name] : [],
    );
    return Object.fromEntries(names.map((name) => [name, this.site.defaultTerm(name)]));
  }
}
