import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { postType } from '../../content-model/post-types.js';
import { type PhpInput, serialize, toStored } from '../../text/php/index.js';
import { type EntryPatch, type WriteContext } from '../entries/write/entry-changes.js';
import { EntryDeletionService } from '../entries/write/entry-deletion.service.js';
import { EntriesWriter } from '../entries/write/entries.writer.js';
import { type ConfigError, type ConfigErrors } from './config/check-config.js';
import { type ContactForm, type FormProperties, type SavedForm, scalarText } from './form/form.js';
import { FORM_TYPE } from './forms.store.js';

const FORM = postType(
  { name: FORM_TYPE, restBase: false, public: false, capabilityType: 'page', supports: ['title'] },
  'contact forms',
);

/** Writes forms as entries: their properties are post meta, and the content holds their texts for the search. */
@Injectable()
export class FormsWriter {
  constructor(
    private readonly database: Database,
    private readonly entries: EntriesWriter,
    private readonly deletion: EntryDeletionService,
  ) {}

  /** Returns the new form's id. */
  create(form: ContactForm, errors: ConfigErrors, writing: WriteContext): Promise<number> {
    const changes: EntryPatch = { ...changesOf(form, errors), status: 'publish' };
    return this.database.transaction((tx) => this.entries.create(tx, FORM, changes, writing));
  }

  update(form: SavedForm, errors: ConfigErrors, writing: WriteContext): Promise<void> {
    const { id } = form;
    return this.database.transaction((tx) => this.entries.update(tx, { id }, changesOf(form, errors), writing, FORM));
  }

  /** False if it no longer exists. */
  delete(id: number): Promise<boolean> {
    return this.database.transaction((tx) => this.deletion.delete(tx, id));
  }
}

function changesOf({ title, locale, properties }: ContactForm, errors: ConfigErrors): EntryPatch {
  const { form, mail, mail_2, messages, additional_settings } = properties;
  const stored: [key: string, value: string | undefined][] = [
    ['_form', toStored(form)],
    ['_mail', serialize(mail as PhpInput)],
    ['_mail_2', serialize(mail_2 as PhpInput)],
    ['_messages', serialize(messages as PhpInput)],
    ['_additional_settings', additional_settings === null ? undefined : toStored(additional_settings)],
    ['_locale', locale],
    ['_config_errors', storedConfigErrors(errors)],
  ];
  return {
    title,
    content: searchableText(properties),
    meta: stored.map(([key, value]) => ({ key, single: true, values: value === undefined ? [] : [value] })),
  };
}

/** Undefined if there is nothing to store. */
function storedConfigErrors(errors: ConfigErrors): string | undefined {
  const sections = Object.entries(errors);
  if (sections.length === 0) return undefined;
  const stored = ({ number, message, link }: ConfigError) => ({ code: number, args: { message, link } });
  return serialize(Object.fromEntries(sections.map(([section, list]) => [section, list.map(stored)])));
}

function searchableText({ form, mail, mail_2, messages, additional_settings }: FormProperties): string {
  const records = [mail, mail_2, messages].flatMap((members): unknown[] => Object.values(members));
  return [form, ...records, additional_settings].map(scalarText).join('\n').trim();
}
