import { Injectable } from '@nestjs/common';
import { type Site } from '../../site/site.js';
import { recordOf, textOf } from '../../text/json-values.js';
import { EntriesListStore } from '../entries/read/list/entries-list.store.js';
import { ImportedFilesService } from '../imported-schema/imported-files.service.js';
import { type ActiveTheme } from './themes.fields.js';

const STYLES_TYPE = 'wp_global_styles';

/** What is known about the active theme: options, stored styles, and what was imported from WordPress. */
@Injectable()
export class ThemesService {
  constructor(
    private readonly entries: EntriesListStore,
    private readonly imported: ImportedFilesService,
  ) {}

  async active(site: Site): Promise<ActiveTheme> {
    const stylesheet = site.option('stylesheet');
    const { items } = await this.entries.find(
      {
        type: STYLES_TYPE,
        statuses: ['publish'],
        slugs: [`wp-global-styles-${encodeURIComponent(stylesheet)}`],
        orderby: 'date',
        order: 'desc',
        perPage: 1,
        offset: 0,
      },
      { content: false },
    );
    const described = await this.described(stylesheet);
    const name = textOf(recordOf(described.name).raw) || site.option('current_theme') || stylesheet;
    return { stylesheet, template: site.option('template'), name, described, globalStyles: items[0]?.id };
  }

  /** What was imported about the theme from the WordPress alongside, if it is the active one. */
  private async described(stylesheet: string): Promise<Readonly<Record<string, unknown>>> {
    const theme = await this.imported.theme();
    return theme?.stylesheet === stylesheet ? theme : {};
  }
}
