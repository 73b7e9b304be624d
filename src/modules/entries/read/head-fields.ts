import {
  type ContentDeclaration,
  defineField,
  type FieldEntry,
  type FieldRequest,
  type FieldTerm,
  type FieldTrace,
  type FieldType,
  type FieldUser,
  Provisional,
} from '../../../content-model/index.js';
import { type SourceTable } from '../../../database/index.js';
import { type SeoTags } from './seo-plugin.registry.js';

type FoundHeads = Promise<readonly (SeoTags | null | undefined)[]>;

/** What makes the heads of items, of a page of them in a constant number of queries. */
export interface HeadSource {
  ofEntries(items: readonly FieldEntry[], trace?: FieldTrace): FoundHeads;
  ofTerms(items: readonly FieldTerm[]): FoundHeads;
  ofUsers(items: readonly FieldUser[]): FoundHeads;
  ofTypes?(items: readonly FieldType[]): FoundHeads;
}

export interface HeadMember {
  readonly name: string;
  readonly description: string;
  readonly part: 'json' | 'html';
}

/** What a plugin for search engines adds to items. */
export interface HeadPlugin {
  readonly name: string;
  readonly members: readonly HeadMember[];
  readonly items: readonly (keyof HeadSource)[];
  /** What heads follow from, besides options. */
  readonly tables: readonly SourceTable[];
  /** Whether heads of entries name what they follow from. */
  readonly isTraced?: boolean;
}

const ITEMS = { ofEntries: 'public', ofTerms: { terms: 'public' }, ofUsers: 'users', ofTypes: 'types' } as const;
const SCHEMAS = { json: { type: 'object', additionalProperties: true }, html: { type: 'string' } } as const;

/** Declarations precede the application, so what makes the heads is set when it starts. */
export class HeadFields {
  source?: HeadSource;
  /** All members of a page follow from the same heads. */
  private readonly loaded = new WeakMap<object, FoundHeads>();

  constructor(private readonly plugin: HeadPlugin) {}

  declarations(): ContentDeclaration[] {
    const { name: place, items, members, tables, isTraced } = this.plugin;
    return items.flatMap((kind) =>
      members.map(({ name, description, part }) => {
        const schema = { ...SCHEMAS[part], description };
        const load = (page: readonly unknown[], _database: unknown, request: FieldRequest) =>
          this.load(kind, page, part, request) as never;
        const traced = isTraced && kind === 'ofEntries' ? { parameters: [] } : undefined;
        return defineField(
          { on: ITEMS[kind], name, schema, optional: true, reads: tables, ...(traced && { traced }), load },
          place,
        );
      }),
    );
  }

  private async load(
    kind: keyof HeadSource,
    items: readonly unknown[],
    part: HeadMember['part'],
    { trace }: FieldRequest,
  ): Promise<unknown[]> {
    let heads = this.loaded.get(items);
    if (!heads) {
      heads = this.source?.[kind]?.(items as never, trace) ?? Promise.resolve(items.map(() => undefined));
      this.loaded.set(items, heads);
    }
    return (await heads).map((head) => (head?.isUncertain ? new Provisional(head[part]) : head && head[part]));
  }
}
