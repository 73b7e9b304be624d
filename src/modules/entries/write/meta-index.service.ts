import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ContentModel } from '../../../content-model/content-model.js';
import { Database } from '../../../database/database.js';
import { MetaIndex } from '../../../database/meta-index.js';

/** Builds the index of the declared meta keys at start, where it is not there yet. */
@Injectable()
export class MetaIndexService implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly model: ContentModel,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    return new MetaIndex(this.database).prepare(this.model.indexedMeta);
  }
}
