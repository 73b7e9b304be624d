import { Injectable } from '@nestjs/common';
import { type Principal } from '../../access/principal.js';
import { ContentModel } from '../../content-model/content-model.js';
import { Database, findSampleContent, findUnusedSampleTerms, type SampleContent } from '../../database/index.js';
import { EntryDeletionService } from '../entries/write/entry-deletion.service.js';
import { TermsWriter } from '../terms/terms.writer.js';

export interface DeletedSample {
  entries: number;
  comments: number;
  terms: number;
}

/** The content that a new site was installed with. What was changed since then belongs to the owner and stays. */
@Injectable()
export class SampleContentService {
  constructor(
    private readonly database: Database,
    private readonly deletion: EntryDeletionService,
    private readonly terms: TermsWriter,
    private readonly model: ContentModel,
  ) {}

  find(): Promise<SampleContent> {
    return findSampleContent(this.database);
  }

  async delete(principal: Principal): Promise<DeletedSample> {
    const { entries, comments } = await this.database.transaction(async (tx) => {
      const sample = await findSampleContent(tx);
      for (const id of sample.entries) await this.deletion.delete(tx, id, principal);
      return sample;
    });
    const unused = await findUnusedSampleTerms(this.database);
    for (const { id, taxonomy } of unused)
      await this.terms.delete(this.model.taxonomies.get(taxonomy)!, id, 0, { principal });
    return { entries: entries.length, comments, terms: unused.length };
  }
}
