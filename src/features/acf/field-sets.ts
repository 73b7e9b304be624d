import { type Definitions } from './definitions/definition.js';
import {
  compileLocation,
  coversWhole,
  type LocationContext,
  type LocationNeeds,
  locationNeeds,
  mayMatch,
  type Subject,
} from './definitions/location.js';
import { FieldPlacement, type PlacedField, type PlacedGroup } from './definitions/placed-fields.js';
import { type CompiledFields } from './values/field-format.js';
import { compileLight, type LightPage } from './values/light-format.js';
import { type LinkingField, linkingFields } from './values/links.js';
import { compileStandard, type StandardFields } from './values/standard-format.js';

interface FieldSetsOptions {
  readonly isForForms?: boolean;
  /** Whether what only arranges forms counts as a field. */
  readonly withLayout?: boolean;
}

/** The fields of the groups that are on an item, compiled on first use. */
export class FieldSet {
  private lightFields?: CompiledFields<LightPage>;
  private standardFields?: StandardFields;
  private linking?: readonly LinkingField[];

  /** In their order; of two with the same name, the later one takes the place of the earlier. */
  readonly fields: readonly PlacedField[];

  /** All fields, also those that another one replaces. */
  readonly all: readonly PlacedField[];

  constructor(
    readonly groups: readonly PlacedGroup[],
    private readonly options: FieldSetsOptions = {},
  ) {
    this.all = groups.flatMap(({ fields }) => fields);
    this.fields = [...new Map(this.all.map((field) => [field.name, field])).values()];
  }

  get light(): CompiledFields<LightPage> {
    return (this.lightFields ??= compileLight(this.fields, { hasDisabledRows: this.options.isForForms }));
  }

  get standard(): StandardFields {
    return (this.standardFields ??= compileStandard(this.fields));
  }

  get links(): readonly LinkingField[] {
    return (this.linking ??= linkingFields(this.fields));
  }
}

/** What the fields of a kind of items need besides their values. */
export interface SetNeeds extends LocationNeeds {
  readonly layouts: boolean;
}

interface Candidate {
  readonly group: PlacedGroup;
  matches(subject: Subject, context: LocationContext): boolean;
}

/** The groups that may be on a kind of items. */
export class Candidates {
  private readonly sets = new Map<string, FieldSet>();
  readonly needs: SetNeeds;
  constructor(
    private readonly candidates: readonly Candidate[],
    /** The fields that every item of the kind may have, for schemas. */
    readonly declared: FieldSet,
    private readonly options: FieldSetsOptions = {},
  ) {
    const needs = candidates.map(({ group }) => locationNeeds(group.location));
    const fields = candidates.flatMap(({ group }) => allOf(group.fields));
    this.needs = {
      template: needs.some(({ template }) => template),
      children: needs.some(({ children }) => children),
      requester: needs.some(({ requester }) => requester),
      taxonomies: [
        ...new Set([
          ...needs.flatMap(({ taxonomies }) => taxonomies),
          ...fields
            .filter(({ type, settings }) => type === 'taxonomy' && settings.flag('load_terms'))
            .map(({ settings }) => settings.text('taxonomy') || 'category'),
        ]),
      ],
      layouts: fields.some(({ type }) => type === 'flexible_content'),
    };
  }

  get isEmpty(): boolean {
    return this.candidates.length === 0;
  }

  /** Undefined where no group is on the item. */
  setOf(subject: Subject, context: LocationContext): FieldSet | undefined {
    let key = '';
    for (const [index, candidate] of this.candidates.entries())
      if (candidate.matches(subject, context)) key += `${index},`;
    if (key === '') return undefined;
    let set = this.sets.get(key);
    if (!set) {
      const chosen = key.split(',').slice(0, -1).map(Number);
      this.sets.set(
        key,
        (set = new FieldSet(
          chosen.map((index) => this.candidates[index]!.group),
          this.options,
        )),
      );
    }
    return set;
  }
}

function allOf(fields: readonly PlacedField[]): PlacedField[] {
  return fields.flatMap((field) => [
    field,
    ...allOf(field.fields),
    ...field.layouts.flatMap((layout) => allOf(layout.fields)),
  ]);
}

/** The REST API of the plugin does not look at the kind of file of an attachment. */
function withoutFiles(group: PlacedGroup): PlacedGroup {
  const location = group.location.filter((rules) => rules.every(({ param }) => param !== 'attachment'));
  return location.length === group.location.length ? group : { ...group, location };
}

const NO_TYPES: ReadonlySet<string> = new Set();

/** The definitions of a site, compiled once. */
export class FieldSets {
  private allSets?: FieldSets;
  private formSets?: FieldSets;
  private readonly groups: readonly (Candidate & { group: PlacedGroup })[];
  private readonly byKind = new Map<string, Candidates>();
  /** Sentences about what is left out. */
  readonly problems: readonly string[];
  /** Keys of all defined fields. */
  readonly keys: ReadonlySet<string>;

  constructor(
    readonly definitions: Definitions,
    private readonly options: FieldSetsOptions = {},
  ) {
    const { isForForms = false, withLayout = false } = options;
    const onlyRest = !isForForms;
    const placement = withLayout ? new FieldPlacement(definitions, NO_TYPES) : new FieldPlacement(definitions);
    this.groups = placement
      .groups({ onlyRest })
      .map((group) => (onlyRest ? withoutFiles(group) : group))
      .map((group) => ({ group, matches: compileLocation(group.location) }));
    this.keys = placement.keys;
    this.problems = [...definitions.problems, ...placement.problems];
  }

  /** All groups, also those that the REST API does not show, and rows that are switched off: what forms edit. */
  get all(): FieldSets {
    return (this.allSets ??= new FieldSets(this.definitions, { isForForms: true }));
  }

  /** All groups, with the fields that only arrange forms. */
  get forms(): FieldSets {
    return (this.formSets ??= new FieldSets(this.definitions, { isForForms: true, withLayout: true }));
  }

  of(kind: Subject['kind'], subtype?: string): Candidates {
    const key = `${kind} ${subtype ?? ''}`;
    let candidates = this.byKind.get(key);
    if (!candidates) {
      const found = this.groups.filter(({ group }) => mayMatch(group.location, kind, subtype));
      const declared = this.groups.filter(({ group }) => coversWhole(group.location, kind, subtype));
      const whole = new FieldSet(
        declared.map(({ group }) => group),
        this.options,
      );
      this.byKind.set(key, (candidates = new Candidates(found, whole, this.options)));
    }
    return candidates;
  }
}
