import { Injectable } from '@nestjs/common';
import { type FieldSource } from '../../../content-model/field-trace.js';
import { EntriesStore } from '../read/entries.store.js';

/** Other entries that fields of an entry follow from: their rows, meta and assigned terms. */
@Injectable()
export class EntryVersions implements FieldSource {
  readonly name = 'entries';

  constructor(private readonly store: EntriesStore) {}

  versions(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    return this.store.ownVersions(ids);
  }
}
