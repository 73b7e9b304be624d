import { Injectable } from '@nestjs/common';
import { type FieldRequest } from '../../../content-model/index.js';
import { Database } from '../../../database/index.js';
import { type OptionsPageDefinition } from '../definitions/definition.js';
import { AcfFieldsService } from '../acf-fields.service.js';
import { inLightFormat } from '../values/light-format.js';
import { AcfWritingService } from '../writing/acf-writing.service.js';
import { type ValueChanges } from '../writing/value-changes.js';
import { OptionRowsStore } from './option-rows.store.js';

/** Values by the names of fields: of the groups that the REST API shows, and of all. */
export interface OptionsPageValues {
  readonly acf?: unknown;
  readonly acf_form?: unknown;
}

/** The pages of options that the plugin has, with their fields. */
@Injectable()
export class OptionsPagesService {
  constructor(
    private readonly reading: AcfFieldsService,
    private readonly writing: AcfWritingService,
    private readonly rows: OptionRowsStore,
    private readonly database: Database,
  ) {}

  get all(): readonly OptionsPageDefinition[] {
    return this.reading.sets.definitions.pages;
  }

  find(name: string): OptionsPageDefinition | undefined {
    return this.all.find(({ slug }) => slug === name);
  }

  async read({ slug, prefix }: OptionsPageDefinition, request: FieldRequest): Promise<OptionsPageValues> {
    const { reading } = this;
    const rows = await this.rows.values(prefix);
    return {
      acf: await reading.ofOptions(slug, rows, request),
      acf_form: await reading.ofOptions(slug, rows, inLightFormat(request), reading.sets.all),
    };
  }

  async update(page: OptionsPageDefinition, sent: OptionsPageValues, request: FieldRequest): Promise<void> {
    const { reading, writing } = this;
    const [shown, all] = await Promise.all([
      reading.setOfOptions(page.slug, request),
      reading.setOfOptions(page.slug, request, reading.sets.all),
    ]);
    await this.database.transaction(async (tx) => {
      const stored = await this.rows.values(page.prefix, tx);
      const write = ({ rows }: ValueChanges) => this.rows.write(tx, page.prefix, stored, rows);
      if (shown && sent.acf !== undefined) await write(await writing.changesOf(tx, shown, sent.acf, stored, request));
      if (all && sent.acf_form !== undefined)
        await write(await writing.formChangesOf(tx, all, sent.acf_form, stored, request));
    });
  }
}
