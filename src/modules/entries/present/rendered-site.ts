import { type Site } from '../../../site/site.js';
import { type BlockSite, NO_BLOCK_SITE, type RenderDialect, type RenderedSite } from '../../../rendering/index.js';

const IMAGE_SIZES = ['thumbnail', 'medium', 'medium_large', 'large'];

/** The properties of a site that contents show. */
export function renderedSite(site: Site, { blocks }: RenderDialect): RenderedSite {
  return {
    blocks: blocks ? blockSite(site) : NO_BLOCK_SITE,
    url: site.siteUrl,
    smilies: site.isOn('use_smilies'),
    imageSizes: new Map(
      IMAGE_SIZES.map((name) => [
        name,
        { width: site.integer(`${name}_size_w`), height: site.integer(`${name}_size_h`) },
      ]),
    ),
  };
}

function blockSite(site: Site): BlockSite {
  return {
    home: site.home,
    name: site.option('blogname'),
    tagline: site.option('blogdescription'),
    dateFormat: site.option('date_format') || NO_BLOCK_SITE.dateFormat,
    zone: site.zone,
    startOfWeek: site.integer('start_of_week') % 7,
    logo: site.integer('site_logo'),
    permalinks: site.option('permalink_structure'),
    showsAvatars: site.isOn('show_avatars'),
    avatarFallback: site.option('avatar_default'),
    avatarRating: site.option('avatar_rating'),
  };
}
