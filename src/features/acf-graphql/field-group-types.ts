import { Logger } from '@nestjs/common';
import { type MetaObject } from '../../content-model/index.js';
import {
  type Definitions,
  type FieldDefinition,
  type GroupDefinition,
  MAX_FIELDS,
  type OptionsPageDefinition,
} from '../acf/definitions/definition.js';
import { type PlacedField } from '../acf/definitions/placed-fields.js';
import { layoutMetaKey, layoutMetaOf } from '../acf/values/layout-meta.js';
import { isEmpty, textOf } from '../acf/values/item-values.js';
import { type GraphContext } from '../graphql/context/graph-context.js';
import { globalId } from '../graphql/model/global-id.js';
import { camelCase, capitalize, type GraphContent } from '../graphql/model/names.js';
import { EntryNode } from '../graphql/nodes/entry-node.js';
import { PAGING, type Resolve, type SchemaText } from '../graphql/schema/schema-text.js';
import { graphField } from './field-resolvers.js';
import { FieldsSource } from './fields-source.js';
import { type GraphValuesService } from './graph-values.service.js';
import { namedPosts, typesOfGroup } from './group-locations.js';

const CONNECTED = ['ContentNode', 'MediaItem', 'TermNode', 'User'];
/** Relations of one node have the edges of lists. */
const ONE_TO_ONE = new Set(['ContentNode', 'MediaItem']);

const shows = ({ settings }: Pick<GroupDefinition, 'settings'>) => settings.flag('show_in_graphql', true);

/** The name that a form gave, or one from the label or name. */
function nameOf({ settings }: Pick<GroupDefinition, 'settings'>, fallback: string): string {
  const chosen = settings.text('graphql_field_name').replace(/\W/g, '');
  const name = chosen === '' ? camelCase(fallback) : chosen.charAt(0).toLowerCase() + chosen.slice(1);
  return /^[A-Za-z_]\w*$/.test(name) ? name : '';
}

const typeName = (name: string) => capitalize(camelCase(name));

/** The types of field groups with the names of WPGraphQL for ACF. Fields are read by name below the key of what is around them. */
export class FieldGroupTypes {
  private readonly logger = new Logger('AdvancedCustomFields');
  private readonly names: Set<string>;
  private readonly groupTypes = new Map<string, string>();
  private readonly groupsByKey: ReadonlyMap<string, GroupDefinition>;
  private readonly fieldsByKey = new Map<string, FieldDefinition>();
  /** Interfaces of groups that others repeat. */
  private readonly shared = new Map<string, Set<string>>();
  private count = 0;

  constructor(
    private readonly text: SchemaText,
    private readonly content: GraphContent,
    private readonly definitions: Definitions,
    private readonly values: GraphValuesService,
  ) {
    this.names = text.typeNames;
    this.groupsByKey = new Map(definitions.groups.map((group) => [group.key, group]));
    const index = (fields: readonly FieldDefinition[]): void => {
      for (const field of fields) {
        this.fieldsByKey.set(field.key, field);
        index(field.fields);
        for (const layout of field.layouts) index(layout.fields);
      }
    };
    for (const group of definitions.groups) index(group.fields);
    this.values.taxonomies = [
      ...new Set(
        [...this.fieldsByKey.values()]
          .filter(({ type, settings }) => type === 'taxonomy' && settings.flag('load_terms'))
          .map(({ settings }) => settings.text('taxonomy') || 'category'),
      ),
    ];
  }

  async define(): Promise<void> {
    this.sharedTypes();
    const groups = this.definitions.groups.filter(shows);
    for (const group of groups) {
      const type = this.taken(typeName(nameOf(group, group.title)));
      if (type !== undefined) this.groupTypes.set(group.key, type);
    }
    for (const group of groups) {
      const type = this.groupTypes.get(group.key);
      if (type !== undefined) this.groupType(type, group.fields, { parent: type, path: [group.key] });
    }
    const pages = this.optionsPages();
    const postTypes = await this.values.typesOf(namedPosts(groups));
    for (const group of groups) this.place(group, typesOfGroup(group, this.content, postTypes, pages));
  }

  /** The name, unless it is empty or another type has it. */
  private taken(name: string): string | undefined {
    if (name !== '' && !this.names.has(name)) {
      this.names.add(name);
      return name;
    }
    this.logger.warn(`The schema of GraphQL has a type "${name}" already: fields with this name are left out.`);
    return undefined;
  }

  /** Whether a type has no field of this name yet. */
  private isFree(type: string, field: string): boolean {
    if (!this.text.hasField(type, field)) return true;
    this.logger.warn(
      `The type "${type}" of GraphQL has a field "${field}" already: that of custom fields is left out.`,
    );
    return false;
  }

  private sharedTypes(): void {
    this.text.define(
      `interface AcfFieldGroup { fieldGroupName: String }
       interface AcfFieldGroupFields { fieldGroupName: String }
       type AcfLink { target: String title: String url: String }
       type AcfGoogleMap {
         city: String country: String countryShort: String latitude: Float longitude: Float placeId: String postCode: String
         state: String stateShort: String streetAddress: String streetName: String streetNumber: String zoom: String
       }`,
    );
    for (const to of CONNECTED)
      this.text.define(
        `type Acf${to}Connection implements Connection & ${to}Connection { edges: [Acf${to}ConnectionEdge!]! nodes: [${to}!]! pageInfo: Acf${to}ConnectionPageInfo! }
         type Acf${to}ConnectionEdge implements Edge & ${to}ConnectionEdge ${ONE_TO_ONE.has(to) ? '& OneToOneConnection' : ''} { cursor: String node: ${to}! }
         type Acf${to}ConnectionPageInfo implements PageInfo & WPPageInfo & ${to}ConnectionPageInfo { hasNextPage: Boolean! }`,
      );
  }

  /** A type with the fields of a group, a row or a layout. `parent`: what the names of types inside begin with. */
  private groupType(
    type: string,
    fields: readonly FieldDefinition[],
    { parent, path, interfaces = [] }: { parent: string; path: readonly string[]; interfaces?: readonly string[] },
  ): void {
    const own = `${type}_Fields`;
    const common = ['AcfFieldGroup', 'AcfFieldGroupFields', ...interfaces];
    this.text.define(
      `interface ${own} implements ${common.join(' & ')} { fieldGroupName: String }
       type ${type} implements ${common.join(' & ')} & ${own} { fieldGroupName: String }`,
    );
    this.fields(own, fields, { parent, path, names: new Set() });
  }

  /** Adds fields to an interface, and those of what clones repeat. */
  private fields(
    owner: string,
    fields: readonly FieldDefinition[],
    place: { parent: string; path: readonly string[]; names: Set<string> },
  ): void {
    for (const group of fields.flatMap(({ settings }) => this.clonedGroups(settings.texts('clone')))) {
      // As in WPGraphQL, a group that any of the fields repeats is an interface of what is around it.
      if (!this.share(owner, group)) continue;
      for (const field of group.fields) place.names.add(nameOf(field, field.name));
    }
    for (const field of fields) {
      if (!shows(field) || ++this.count > MAX_FIELDS) continue;
      if (field.type === 'clone' && !field.settings.flag('prefix_name')) this.repeat(owner, field, place);
      else this.field(owner, field, place);
    }
  }

  private field(
    owner: string,
    field: FieldDefinition,
    { parent, path, names }: { parent: string; path: readonly string[]; names: Set<string> },
  ): void {
    const name = nameOf(field, field.name);
    if (field.name === '' || name === '' || names.has(name) || path.includes(field.key)) return;
    const inner = `${parent}${typeName(name)}`;
    const below = { parent: inner, path: [...path, field.key] };
    const add = (type: string, resolve: Resolve, args = '') => {
      names.add(name);
      this.text.field(owner, `${name}${args}: ${type}`, resolve);
    };
    switch (field.type) {
      case 'group':
      case 'clone': {
        const type = this.taken(inner);
        if (type === undefined) return;
        // What a clone repeats has names that begin with that of the clone.
        this.groupType(type, field.type === 'group' ? field.fields : [], below);
        if (field.type === 'clone') this.repeat(`${type}_Fields`, field, { ...below, path, names: new Set() });
        return add(type, (source: FieldsSource) => source.below(`${field.name}_`, type));
      }
      case 'repeater': {
        const type = this.taken(inner);
        if (type === undefined) return;
        this.groupType(type, field.fields, below);
        return add(`[${type}]`, (source: FieldsSource) => {
          const count = source.values.rowCount(source.prefix + field.name);
          if (count === 0) return null;
          return Array.from({ length: count }, (_, row) => source.below(`${field.name}_${row}_`, type));
        });
      }
      case 'flexible_content':
        return this.layouts(field, inner, below, add);
      default: {
        const placed: PlacedField = { ...field, formattedName: field.name, fields: [], layouts: [] };
        const graph = graphField(placed, this.values);
        if (graph) add(graph.type, graph.resolve, graph.isPaged ? `(${PAGING})` : '');
      }
    }
  }

  private layouts(
    field: FieldDefinition,
    inner: string,
    below: { parent: string; path: readonly string[] },
    add: (type: string, resolve: Resolve) => void,
  ): void {
    const layout = this.taken(`${inner}_Layout`);
    if (layout === undefined) return;
    this.text.define(`interface ${layout} { fieldGroupName: String }`);
    const types = new Map<string, string>();
    for (const { name, fields } of field.layouts) {
      const type = this.taken(`${inner}${typeName(name)}Layout`);
      if (type === undefined) continue;
      types.set(name, type);
      this.groupType(type, fields, { ...below, interfaces: [layout] });
    }
    add(`[${layout}]`, ({ values, prefix }: FieldsSource) => {
      const key = prefix + field.name;
      const names = values.get(key);
      if (isEmpty(names) || names === null || typeof names !== 'object') return null;
      const { disabled } = layoutMetaOf(values.get(layoutMetaKey(key)));
      return Object.entries(names).flatMap(([row, name]) => {
        const type = types.get(textOf(name));
        return type === undefined || disabled.has(row) ? [] : new FieldsSource(values, `${key}_${row}_`, type);
      });
    });
  }

  /** What a clone repeats: groups as interfaces, and fields by themselves. */
  private repeat(
    owner: string,
    clone: FieldDefinition,
    { path, ...place }: { parent: string; path: readonly string[]; names: Set<string> },
  ): void {
    if (path.includes(clone.key)) return;
    const within = { ...place, path: [...path, clone.key] };
    for (const key of clone.settings.texts('clone')) {
      const group = this.groupsByKey.get(key);
      const field = this.fieldsByKey.get(key);
      if (field) this.fields(owner, [field], within);
      else if (group && this.groupTypes.has(key)) this.share(owner, group);
      else if (group && !path.includes(key))
        this.fields(owner, group.fields, { ...within, path: [...within.path, key] });
    }
  }

  private clonedGroups(keys: readonly string[]): GroupDefinition[] {
    return keys.flatMap((key) => (this.groupTypes.has(key) ? (this.groupsByKey.get(key) ?? []) : []));
  }

  /** False where groups repeat each other: an interface cannot be one of its own. */
  private share(owner: string, { key }: GroupDefinition): boolean {
    const shared = `${this.groupTypes.get(key)!}_Fields`;
    const reaches = (from: string): boolean =>
      from === owner || [...(this.shared.get(from) ?? [])].some((above) => reaches(above));
    if (reaches(shared)) return false;
    this.shared.set(owner, (this.shared.get(owner) ?? new Set()).add(shared));
    this.text.implement(owner, shared).implement(owner.slice(0, -'_Fields'.length), shared);
    return true;
  }

  /** The pages of options by their slugs. */
  private optionsPages(): ReadonlyMap<string, string> {
    const types = new Map<string, string>();
    const pages = this.definitions.pages.filter(shows);
    if (pages.length > 0)
      this.text.define(
        'interface AcfOptionsPage implements Node { menuTitle: String pageTitle: String parentId: String }',
      );
    for (const page of pages) {
      const chosen = page.settings.text('graphql_type_name');
      const type = this.taken(typeName(chosen || nameOf(page, page.title)));
      if (type === undefined) continue;
      const field = type.charAt(0).toLowerCase() + type.slice(1);
      if (!this.isFree('RootQuery', field)) continue;
      types.set(page.slug, type);
      this.text.define(
        `type ${type} implements Node & AcfOptionsPage { id: ID! }
         interface WithAcfOptionsPage${type} { ${field}: ${type} }`,
      );
      this.text.implement('RootQuery', `WithAcfOptionsPage${type}`);
      this.text.field('RootQuery', `${field}: ${type}`, () => new OptionsPageNode(page, type));
    }
    return types;
  }

  private place(group: GroupDefinition, types: ReadonlySet<string>): void {
    const type = this.groupTypes.get(group.key);
    const field = nameOf(group, group.title);
    if (type === undefined) return;
    const found = [...types].filter((name) => this.names.has(name) && this.isFree(name, field));
    if (found.length === 0) return;
    const holder = `WithAcf${type}`;
    this.text.define(`interface ${holder} { ${field}: ${type} }`);
    for (const name of found) {
      this.text.implement(name, holder);
      this.text.field(name, `${field}: ${type}`, async (node: object, _args, ctx) => {
        const values = await this.valuesOf(ctx, node);
        return values ? new FieldsSource(values, '', type) : null;
      });
    }
  }

  private valuesOf(ctx: GraphContext, node: object) {
    if (node instanceof OptionsPageNode) return this.values.ofOptions(ctx, node.page.prefix);
    // Templates have the fields of the entry that has the template.
    const owner = 'templateName' in node && 'entry' in node ? node.entry : node;
    if (owner instanceof EntryNode) return this.values.ofEntry(ctx, owner);
    const { kind, databaseId } = owner as { kind: keyof typeof OBJECTS; databaseId: number };
    return this.values.ofNode(ctx, OBJECTS[kind], databaseId);
  }
}

/** Where the values of nodes are stored. */
const OBJECTS = {
  menuItem: 'post',
  term: 'term',
  menu: 'term',
  user: 'user',
  comment: 'comment',
} as const satisfies Record<string, MetaObject>;

class OptionsPageNode {
  readonly id: string;
  readonly pageTitle: string;
  readonly menuTitle: string;
  readonly parentId = null;

  constructor(
    readonly page: OptionsPageDefinition,
    readonly __typename: string,
  ) {
    this.id = globalId('acf_options_page', page.slug);
    this.pageTitle = page.title;
    this.menuTitle = page.settings.text('menu_title') || page.title;
  }
}
