import { type Site } from '../../site/index.js';
import { languageTag } from '../../text/index.js';
import { plainText } from './plain-text.js';
import { textOf } from './theme/page.js';
import { type Article, type Link } from './theme/views.js';

/** The address of the site for search engines, with its search. */
export function siteData(site: Site): object {
  return {
    '@type': 'WebSite',
    name: plainText(site.option('blogname')),
    url: `${site.home}/`,
    inLanguage: languageTag(site.locale) || 'en',
    potentialAction: {
      '@type': 'SearchAction',
      target: `${site.home}/?s={search_term_string}`,
      'query-input': 'required name=search_term_string',
    },
  };
}

/** The article and where it is in the site. */
export function articleData(site: Site, article: Article): object[] {
  const publisher = { '@type': 'Organization', name: plainText(site.option('blogname')), url: `${site.home}/` };
  const data: object[] = [];
  if (article.date)
    data.push({
      '@type': 'Article',
      headline: plainText(textOf(article.title)),
      url: article.url,
      mainEntityOfPage: article.url,
      inLanguage: languageTag(site.locale) || 'en',
      datePublished: article.date.iso,
      dateModified: article.modified.iso,
      description: article.description,
      ...(article.image && { image: [article.image.url] }),
      ...(article.author && { author: { '@type': 'Person', name: article.author.title, url: article.author.url } }),
      publisher,
    });
  const trail: Link[] = [
    { title: site.option('blogname'), url: `${site.home}/` },
    ...(article.parents.length > 0 ? article.parents : article.categories.slice(0, 1)),
    { title: article.title, url: article.url },
  ];
  data.push({
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ title, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: plainText(String(title)),
      item: url,
    })),
  });
  return data;
}
