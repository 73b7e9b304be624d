import { type ContentModel } from '../../../content-model/index.js';
import { type ShortcodeRegistry, stripShortcodes } from '../../../rendering/index.js';
import { type Site } from '../../../site/index.js';
import { formatMysqlDate, stripAllTags } from '../../../text/index.js';
import { type HeadImage, type HeadPerson, type HeadSite } from '../head/subject.js';

interface SiteImages {
  readonly defaultImage?: HeadImage;
  readonly logo?: HeadImage;
  readonly person?: HeadPerson;
}

/** What the heads of a site have in common. */
export function headSite(site: Site, shortcodes: ShortcodeRegistry, images: SiteImages): HeadSite {
  const structure = site.option('permalink_structure');
  return {
    home: `${site.home}/`,
    name: stripAllTags(site.option('blogname'), { removeBreaks: true }),
    description: site.option('blogdescription'),
    locale: site.option('WPLANG') || 'en_US',
    hasPrettyLinks: structure !== '',
    endsWithSlash: structure.endsWith('/'),
    postsPage: site.option('show_on_front') === 'page' ? site.integer('page_for_posts') : 0,
    types: typesOf(site.model),
    stripShortcodes: (text) => stripShortcodes(text, shortcodes),
    hierarchicalTaxonomies: [...site.model.taxonomies.values()]
      .filter(({ hierarchical }) => hierarchical)
      .map(({ name }) => name),
    date: (mysql, format = site.option('date_format')) => String(formatMysqlDate(format, mysql, site.zone) ?? ''),
    ...images,
  };
}

const cached = new WeakMap<ContentModel, HeadSite['types']>();

function typesOf(model: ContentModel): HeadSite['types'] {
  let types = cached.get(model);
  if (!types) {
    types = new Map(
      [...model.types.values()].map(({ name, label, labels, supports }) => [
        name,
        {
          singular: labels.singular_name ?? label,
          plural: labels.name ?? label,
          hasAuthors: supports.includes('author'),
          hasComments: supports.includes('comments'),
        },
      ]),
    );
    cached.set(model, types);
  }
  return types;
}
