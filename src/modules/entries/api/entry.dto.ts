import { type Principal } from '../../../access/principal.js';
import { type RequestedEntries } from '../read/list/entry-query.js';
import { Arg } from '../../../rest/args/arg.decorator.js';
import { CollectionDto, type Context, CONTEXT_ARG } from '../../../rest/args/common.dto.js';
import { type ArgDeclaration, ArgIssue, type RequestSanitizer, type ValueSchema } from '../../../rest/args/schema.js';
import { validateValue } from '../../../rest/args/validate-value.js';
import { authErrorStatus } from '../../../rest/errors/catalogue.js';
import { type RequestContext } from '../../../rest/http/request-context.js';
import { siteDate } from '../../../text/dates.js';
import { isTruthy } from '../../../text/php/php-values.js';
import { parseSlugList } from '../../../text/lists.js';
import { type Profile } from '../../../variant/profile.js';
import { type ListArgument } from '../../../variant/entries.variants.js';
import { type EntryType } from '../model/entry.js';
import { includeMissing, searchMissing } from './entry.errors.js';

const integers = { type: 'array', items: { type: 'integer' }, default: [] } as const;

/** A filter by IDs. */
export const idsArg = (description: string): ArgDeclaration => ({ ...integers, description });

/** Whether lists have the argument. */
const listArgument =
  (name: ListArgument) =>
  ({ entries }: Profile): boolean =>
    entries.listArguments.includes(name);

/** A date that lists filter by. */
const momentArg = (name: ListArgument, description: string): ArgDeclaration => ({
  type: 'string',
  format: 'date-time',
  present: listArgument(name),
  description,
});

const ID_LIST: ValueSchema = {
  title: 'Term ID List',
  description: 'Limit to entries with one of these terms.',
  type: 'array',
  items: { type: 'integer' },
};

/** A filter by terms: their IDs or, where the profile accepts it, a term query. */
export interface TermQueryArg {
  terms?: number[];
  include_children?: boolean;
  operator?: 'AND' | 'OR';
}
export type TermsFilterArg = number[] | TermQueryArg;

export function termsArg(
  description: string,
  { hierarchical, excludes }: { hierarchical: boolean; excludes: boolean },
): ArgDeclaration {
  const query: ValueSchema = {
    title: 'Term ID Taxonomy Query',
    description: 'A term query.',
    type: 'object',
    properties: {
      terms: { description: 'Term IDs.', type: 'array', items: { type: 'integer' }, default: [] },
      ...(hierarchical && {
        include_children: {
          description: 'Whether to include entries of child terms.',
          type: 'boolean',
          default: false,
        },
      }),
      ...(!excludes && {
        operator: {
          description: 'Whether entries must have all of the terms or any of them.',
          type: 'string',
          enum: ['AND', 'OR'],
          default: 'OR',
        },
      }),
    },
    additionalProperties: false,
  };
  return {
    ...integers,
    description,
    variation: (profile) =>
      profile.entries.acceptsTermQueries
        ? { type: ['object', 'array'], items: undefined, default: undefined, oneOf: [ID_LIST, query] }
        : undefined,
  };
}

/** Arguments of types with taxonomies or formats. */
export const TAX_RELATION: ArgDeclaration = {
  type: 'string',
  enum: ['AND', 'OR'],
  present: listArgument('tax_relation'),
  description: 'Whether entries must match all taxonomy filters or any of them.',
};

export const formatsArg = (formats: readonly string[]): ArgDeclaration => ({
  type: 'array',
  uniqueItems: true,
  items: { enum: formats, type: 'string' },
  present: listArgument('format'),
  description: 'Limit to entries with one of these formats.',
});

export const IGNORE_STICKY: ArgDeclaration = {
  type: 'boolean',
  default: true,
  present: listArgument('ignore_sticky'),
  description: 'Whether sticky posts stay in their place instead of coming first.',
};

/**
 * Everyone may request the default status; others require the right to edit entries of the type, or to read private ones
 * where that is enough to list them.
 */
function statusFilter(
  type: EntryType,
  usual: string,
  allowed: (profile: Profile) => readonly string[],
): RequestSanitizer {
  return (value, name, profile, { principal }) => {
    if (value === usual) return [usual];
    // Clients that fill in a form of parameters send `status=` for none; WordPress has taken it so since 5.1.
    const statuses = parseSlugList(value, profile.text).filter((status) => status !== '');
    for (const status of statuses) {
      if (status === usual) continue;
      if (!mayFilter(principal, type, status, profile))
        return new ArgIssue('Status is forbidden.', 'rest_forbidden_status', { status: authErrorStatus(principal) });
      const issue = validateValue(status, { enum: allowed(profile) }, `${name}[0]`, profile.args);
      if (issue) return issue;
    }
    return statuses.length > 0 ? statuses : [usual];
  };
}

function mayFilter(principal: Principal, { capabilities }: EntryType, status: string, { entries }: Profile): boolean {
  if (principal.can(capabilities.edit_posts)) return true;
  return entries.listsPrivateForReaders && status === 'private' && principal.can(capabilities.read_private_posts);
}

export function statusArg(
  type: EntryType,
  usual: string,
  allowed = (profile: Profile): readonly string[] => profile.entries.statuses,
): ArgDeclaration {
  return {
    type: 'array',
    items: (profile) => ({ enum: allowed(profile), type: 'string' }),
    default: usual,
    sanitizeFor: statusFilter(type, usual, allowed),
    description: 'Limit to entries with one of these statuses.',
  };
}

/** Common arguments of lists of posts, pages and media. Each adds its own filters, `orderby` and `status`. */
export class EntryListDto extends CollectionDto {
  @Arg({ type: 'string', format: 'date-time', description: 'Limit to entries published after this time.' })
  after?: string;

  @Arg(momentArg('modified_after', 'Limit to entries modified after this time.'))
  modified_after?: string;

  @Arg(idsArg('Limit to entries by these authors.'))
  author?: number[];

  @Arg(idsArg('Exclude entries by these authors.'))
  author_exclude?: number[];

  @Arg({ type: 'string', format: 'date-time', description: 'Limit to entries published before this time.' })
  before?: string;

  @Arg(momentArg('modified_before', 'Limit to entries modified before this time.'))
  modified_before?: string;

  @Arg(idsArg('Exclude these IDs.'))
  exclude!: number[];

  @Arg(idsArg('Limit to these IDs.'))
  include!: number[];

  @Arg({ type: 'integer', description: 'Offset of the first entry; overrides the page.' })
  offset?: number;

  @Arg({ type: 'string', enum: ['asc', 'desc'], default: 'desc', description: 'Sort direction.' })
  order!: 'asc' | 'desc';

  @Arg({
    type: 'string',
    enum: (profile) => profile.entries.orderby,
    default: 'date',
    description: 'Field to sort by.',
  })
  orderby!: string;

  @Arg({
    type: 'string',
    enum: ['exact'],
    present: listArgument('search_semantics'),
    description: 'How search terms are compared; exact compares the whole text.',
  })
  search_semantics?: 'exact';

  @Arg({
    type: 'array',
    items: { enum: ['post_title', 'post_content', 'post_excerpt'], type: 'string' },
    default: [],
    present: listArgument('search_columns'),
    description: 'Columns to search.',
  })
  search_columns?: string[];

  @Arg({
    type: 'array',
    items: { type: 'string' },
    sanitize: (value, _name, { text }) => parseSlugList(value, text),
    description: 'Limit to entries with one of these slugs.',
  })
  slug?: string[];

  status!: string[];
}

export const ENTRY_ID = { type: 'integer', description: 'Entry ID.' } as const;

export class ReadEntryDto {
  @Arg(ENTRY_ID)
  id!: number;

  @Arg(CONTEXT_ARG)
  context!: Context;

  @Arg({ type: 'string', description: 'Password of the entry, if it is protected.' })
  password?: string;

  /** Only of entries that have excerpts. */
  excerpt_length?: number;
}

export class ReadExcerptedEntryDto extends ReadEntryDto {
  @Arg({
    type: 'integer',
    present: ({ entries }) => entries.acceptsExcerptLength,
    description: 'Number of words of generated excerpts.',
  })
  declare excerpt_length?: number;
}

const positive = (ids: readonly number[]) => [...new Set(ids.map(Math.abs))];

/** Absolute values of the IDs; an empty list does not restrict. */
export const unlessEmpty = (ids: readonly number[]) => (ids.length > 0 ? positive(ids) : undefined);

/** The query of the shared list arguments; `own` are those of one resource. */
export function entryQuery(
  ctx: RequestContext,
  { type }: { readonly type: EntryType },
  args: EntryListDto,
  own: Partial<RequestedEntries> = {},
): RequestedEntries {
  const { search = '' } = args;
  if (args.orderby === 'include' && args.include.length === 0) throw includeMissing();
  // PHP takes `0` for an empty text here, but not where it searches.
  if (args.orderby === 'relevance' && !isTruthy(search)) throw searchMissing();
  return {
    type: type.name,
    statuses: args.status,
    search: search === '' ? undefined : search,
    after: siteDate(args.after, ctx.site.zone),
    before: siteDate(args.before, ctx.site.zone),
    modifiedAfter: siteDate(args.modified_after, ctx.site.zone),
    modifiedBefore: siteDate(args.modified_before, ctx.site.zone),
    ...(args.search_columns?.length && { searchColumns: args.search_columns }),
    ...(args.search_semantics === 'exact' && { searchesExactly: true }),
    authors: unlessEmpty(args.author ?? []),
    authorsExclude: unlessEmpty(args.author_exclude ?? []),
    include: unlessEmpty(args.include),
    exclude: unlessEmpty(args.exclude),
    slugs: args.slug,
    orderby: args.orderby,
    order: args.order,
    perPage: args.per_page,
    offset: args.offset === undefined ? (args.page - 1) * args.per_page : Math.abs(args.offset),
    ...own,
  };
}
