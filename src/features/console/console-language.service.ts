import { Injectable } from '@nestjs/common';
import { type Request } from 'express';
import { UserMetaStore } from '../../access/index.js';
import { type Site } from '../../site/index.js';
import { toText } from '../../text/php/index.js';
import { ConsoleFilesService } from './console-files.service.js';

/** The language of the console: that of the user's profile, then the site's, then the browser's. */
@Injectable()
export class ConsoleLanguageService {
  constructor(
    private readonly files: ConsoleFilesService,
    private readonly userMeta: UserMetaStore,
  ) {}

  async choose(request: Request, site: Site, userId: number | undefined): Promise<string> {
    const { languages } = this.files;
    const ofUser = userId === undefined ? '' : toText((await this.userMeta.read(userId, 'locale')) ?? '');
    for (const locale of [ofUser, site.option('WPLANG')]) {
      const [language = ''] = locale.split('_');
      if (languages.includes(language)) return language;
    }
    return request.acceptsLanguages([...languages]) || 'en';
  }
}
