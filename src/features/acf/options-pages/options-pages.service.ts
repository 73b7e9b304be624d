import { Injectable } from '@nestjs/common';
import { type FieldRequest } from '../../../content-model/index.js';
import { Database } from '../../../database/index.js';
import { type OptionsPageDefinition } from '../definitions/definition.js';
import { AcfFieldsService } from '../acf-fields.service.js';
import { AcfWritingService } from '../writing/acf-writing.service.js';
import { OptionRowsStore } from './option-rows.store.js';

/** The pages of options that the plugin has, with their fields. */
@Injectable()
export class OptionsPagesService {
  constructor(
    private readonly reading: AcfFieldsService,
    private readonly writing: AcfWritingService,
    private readonly rows: OptionRowsStore,
    private readonly database: Database,
  ) {}

  find(name: string): OptionsPageDefinition | undefined {
    return this.reading.sets.definitions.pages.find(({ slug }) => slug === name);
  }

  async read({ slug, prefix }: OptionsPageDefinition, request: FieldRequest): Promise<unknown> {
    return this.reading.ofOptions(slug, await this.rows.values(prefix), request);
  }

  async update({ slug, prefix }: OptionsPageDefinition, value: unknown, request: FieldRequest): Promise<void> {
    const set = await this.reading.setOfOptions(slug, request);
    if (!set) return;
    await this.database.transaction(async (tx) => {
      const stored = await this.rows.values(prefix, tx);
      const changes = await this.writing.changesOf(tx, set, value, stored, request);
      await this.rows.write(tx, prefix, stored, changes.rows);
    });
  }
}
