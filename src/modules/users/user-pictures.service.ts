import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { OptionsStore } from '../../database/options.store.js';
import { invalidParams } from '../../rest/errors/catalogue.js';
import { PhpArray } from '../../text/php/index.js';
import { EntriesStore } from '../entries/read/entries.store.js';
import { AUTHOR_PICTURES } from './author-pictures.js';

/** Writes which image of the library is the picture of a user. */
@Injectable()
export class UserPicturesService {
  constructor(
    private readonly database: Database,
    private readonly options: OptionsStore,
    private readonly entries: EntriesStore,
  ) {}

  async update(user: number, picture: number): Promise<void> {
    const image = picture > 0 ? await this.entries.byId(picture, { content: false }) : undefined;
    if (picture > 0 && !image?.mimeType.startsWith('image/'))
      throw invalidParams({ picture: 'There is no image with this ID.' });
    await this.database.transaction(async (tx) => {
      const stored = await this.options.getForUpdate(tx, AUTHOR_PICTURES);
      const others = stored instanceof PhpArray ? [...stored].filter(([id]) => Number(id) !== user) : [];
      await this.options.set(
        tx,
        AUTHOR_PICTURES,
        PhpArray.map([...others, ...(image ? [[user, picture] as const] : [])]),
      );
    });
  }
}
