import { Injectable } from '@nestjs/common';
import { type FieldRequest } from '../../../content-model/index.js';
import { Database } from '../../../database/index.js';
import { SiteService } from '../../../site/index.js';
import { AcfFieldsService, locationContext } from '../acf-fields.service.js';
import { type Subject } from '../definitions/location.js';
import { type Candidates } from '../field-sets.js';
import { readAll } from '../values/field-format.js';
import { ItemValues } from '../values/item-values.js';
import { formFields, type FormField } from './form-fields.js';

/** What a form is for. */
export interface FormPlace {
  readonly kind: 'post' | 'term' | 'user' | 'comment' | 'options';
  /** Post type, taxonomy or name of an options page. */
  readonly subtype?: string;
  /** Zero for what does not exist yet. */
  readonly id: number;
  readonly template?: string;
  readonly parent?: number;
}

export interface FormGroup {
  readonly key: string;
  readonly title: string;
  readonly fields: readonly FormField[];
}

/** The forms of the groups that are on an item, also of those that the REST API does not show. */
@Injectable()
export class FieldFormsService {
  constructor(
    private readonly reading: AcfFieldsService,
    private readonly sites: SiteService,
    private readonly database: Database,
  ) {}

  async form(place: FormPlace, request: FieldRequest): Promise<{ groups: FormGroup[]; values: object }> {
    const { kind, subtype, id } = place;
    const { forms, all } = this.reading.sets;
    const candidates = forms.of(kind, subtype);
    const [site, subject] = await Promise.all([this.sites.current(), this.subjectOf(place, candidates)]);
    if (!subject) return { groups: [], values: {} };
    const context = locationContext(site, request);
    const located = withUnsaved(subject, place);
    const groups = candidates.setOf(located, context)?.groups ?? [];
    const set = id > 0 ? undefined : all.of(kind, subtype).setOf(located, context);
    return {
      groups: groups.map(({ key, title, fields }) => ({ key, title, fields: formFields(fields, site.model) })),
      values: set ? readAll(set.light, new ItemValues(0, new Map()), '', { hidesSecrets: true }) : {},
    };
  }

  private async subjectOf({ kind, subtype, id }: FormPlace, candidates: Candidates): Promise<Subject | undefined> {
    if (candidates.isEmpty) return undefined;
    if (kind === 'options') return { kind, page: subtype ?? '' };
    return this.reading.subjectOf(kind, subtype, id, candidates, this.database);
  }
}

/** With what the form says of an entry instead of its row. */
function withUnsaved(subject: Subject, { template, parent }: FormPlace): Subject {
  if (subject.kind !== 'post') return subject;
  return { ...subject, ...(template !== undefined && { template }), ...(parent !== undefined && { parent }) };
}
