import { Injectable } from '@nestjs/common';
import { type ThemeTemplates } from '../../../modules/entries/index.js';
import { ImportedFilesService } from '../../../modules/imported-schema/index.js';
import { type Site } from '../../../site/index.js';
import { textOf } from '../../../text/index.js';

/** Custom templates of the theme’s files, if WordPress described them. */
@Injectable()
export class ImportedTemplatesService implements ThemeTemplates {
  constructor(private readonly files: ImportedFilesService) {}

  async offered(site: Site, isOfType: (type: string) => boolean) {
    const found = await this.files.read('templates', site.option('stylesheet'));
    if (!found) return undefined;
    const lists = Object.entries(found.byPostType);
    const own = lists.filter(([type]) => isOfType(type));
    // Templates for every described type are also for those that are not described.
    const isOffered = (id: string) => (own.length > 0 ? own : lists).every(([, ids]) => ids.includes(id));
    const custom = found.items.filter((template) => template.is_custom === true);
    const slugs = (offers: boolean) =>
      custom.filter(({ id }) => isOffered(textOf(id)) === offers).map(({ slug }) => textOf(slug));
    return { offered: slugs(true), ofOtherTypes: slugs(false) };
  }
}
