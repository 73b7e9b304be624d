import { type Site } from '../../site/site.js';
import { type SiteFacts } from './required.js';

/** What permission checks need to know of the site. */
export function siteFacts(site: Site): SiteFacts {
  return {
    model: site.model,
    pageOnFront: site.integer('page_on_front'),
    pageForPosts: site.integer('page_for_posts'),
    privacyPage: site.integer('wp_page_for_privacy_policy'),
    defaultTerms: defaultTerms(site),
  };
}

function defaultTerms(site: Site): SiteFacts['defaultTerms'] {
  const names = [...site.model.taxonomies.values()].flatMap(({ name, hasDefaultTerm }) =>
    name === 'category' || hasDefaultTerm ? [name] : [],
  );
  return Object.fromEntries(names.map((name) => [name, site.defaultTerm(name)]));
}
