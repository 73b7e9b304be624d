import { Arg } from '../../rest/args/arg.decorator.js';
import { CollectionArgs, CONTEXT_ARG, type Context } from '../../rest/args/common.args.js';
import { validateBySchema } from '../../rest/args/full-schema.js';
import { writeArgs } from '../../rest/fields/resource-fields.js';
import { type Profile } from '../../variant/profile.js';
import { type SearchColumn, typeNames } from '../../content/users/user-query.js';
import { USER, type UserInput, checkReassign } from './users.fields.js';

const hasFurtherFilters = (profile: Profile) => profile.users.hasFurtherFilters;

const ID_ARG = { type: 'integer', description: 'Number of the user.' } as const;

export class ListUsersArgs extends CollectionArgs {
  @Arg({ type: 'array', items: { type: 'integer' }, default: [], description: 'Leave these users out.' })
  exclude!: number[];

  @Arg({ type: 'array', items: { type: 'integer' }, default: [], description: 'Keep only these users.' })
  include!: number[];

  @Arg({ type: 'integer', description: 'How many users to pass over, instead of a page number.' })
  offset?: number;

  @Arg({ type: 'string', enum: ['asc', 'desc'], default: 'asc', description: 'Whether the order goes up or down.' })
  order!: 'asc' | 'desc';

  @Arg({
    type: 'string',
    enum: (profile) => profile.users.orderby,
    default: 'name',
    description: 'What to put the users in order by.',
  })
  orderby!: string;

  @Arg({
    type: 'array',
    items: { type: 'string' },
    description: 'Keep only users with one of these names in their addresses.',
  })
  slug?: string[];

  @Arg({ type: 'array', items: { type: 'string' }, description: 'Keep only users with one of these roles.' })
  roles?: string[];

  @Arg({
    type: 'string',
    enum: ['authors'],
    present: (profile) => profile.users.listsAuthors,
    description: 'Keep only users who may write.',
  })
  who?: string;

  @Arg({
    type: 'array',
    items: { type: 'string' },
    present: hasFurtherFilters,
    description: 'Keep only users with one of these capabilities. Not open to everybody.',
  })
  capabilities?: string[];

  @Arg({
    type: ['boolean', 'array'],
    items: { type: 'string' },
    present: hasFurtherFilters,
    validate: (value, name, { site }) =>
      validateBySchema(
        value,
        { type: ['boolean', 'array'], items: { type: 'string', enum: typeNames(site.model) } },
        name,
      ),
    // The interface lists the types as a map.
    siteSchema: ({ model }) => ({
      items: { type: 'string', enum: Object.fromEntries(typeNames(model).map((type) => [type, type])) },
    }),
    description: 'Keep only users who published something, or something of these types.',
  })
  has_published_posts?: boolean | string[];

  @Arg({
    type: 'array',
    items: { type: 'string', enum: ['email', 'name', 'id', 'username', 'slug'] },
    default: [],
    present: hasFurtherFilters,
    description: 'Members that a search looks at.',
  })
  search_columns?: SearchColumn[];
}

export class ReadUserArgs {
  @Arg(ID_ARG)
  id!: number;

  @Arg(CONTEXT_ARG)
  context!: Context;
}

class UserIdArgs {
  @Arg(ID_ARG)
  id!: number;
}

export class CreateUserArgs extends writeArgs<UserInput>(USER, 'create') {}

export class UpdateMeArgs extends writeArgs<UserInput>(USER, 'update') {}

export class UpdateUserArgs extends writeArgs<UserInput & UserIdArgs>(USER, 'update', UserIdArgs) {}

const FORCE_ARG = {
  type: 'boolean',
  default: false,
  description: 'Must be true, as there is no trash for users.',
} as const;

const REASSIGN_ARG = {
  type: 'integer',
  required: true,
  unchecked: true,
  sanitize: checkReassign,
  description: 'User who gets what the deleted one wrote.',
} as const;

export class DeleteMeArgs {
  @Arg(FORCE_ARG)
  force!: boolean;

  @Arg(REASSIGN_ARG)
  reassign!: number | false;
}

export class DeleteUserArgs extends UserIdArgs {
  @Arg(FORCE_ARG)
  force!: boolean;

  @Arg(REASSIGN_ARG)
  reassign!: number | false;
}
