import { Arg } from '../../rest/args/arg.decorator.js';
import { CollectionDto, CONTEXT_ARG, type Context } from '../../rest/args/common.dto.js';
import { FULL_SCHEMA, validateValue } from '../../rest/args/validate-value.js';
import { writeDto } from '../../rest/fields/resource-fields.js';
import { byModel } from '../../rest/route/route.decorators.js';
import { type Profile } from '../../variant/profile.js';
import { type SearchColumn, typeNames } from './user-query.js';
import { checkReassign, userFields, type UserInput } from './users.fields.js';

const supportsCapabilityFilters = (profile: Profile) => profile.users.supportsCapabilityFilters;

const ID_ARG = { type: 'integer', description: 'User ID.' } as const;

export class ListUsersDto extends CollectionDto {
  @Arg({ type: 'array', items: { type: 'integer' }, default: [], description: 'Exclude these user IDs.' })
  exclude!: number[];

  @Arg({ type: 'array', items: { type: 'integer' }, default: [], description: 'Limit to these user IDs.' })
  include!: number[];

  @Arg({ type: 'integer', description: 'Offset of the first user; overrides the page.' })
  offset?: number;

  @Arg({ type: 'string', enum: ['asc', 'desc'], default: 'asc', description: 'Sort direction.' })
  order!: 'asc' | 'desc';

  @Arg({
    type: 'string',
    enum: (profile) => profile.users.orderby,
    default: 'name',
    description: 'Field to sort by.',
  })
  orderby!: string;

  @Arg({
    type: 'array',
    items: { type: 'string' },
    description: 'Limit to users with one of these slugs.',
  })
  slug?: string[];

  @Arg({ type: 'array', items: { type: 'string' }, description: 'Limit to users with one of these roles.' })
  roles?: string[];

  @Arg({
    type: 'string',
    enum: ['authors'],
    present: (profile) => profile.users.listsAuthors,
    description: 'Limit to users who may be authors.',
  })
  who?: string;

  @Arg({
    type: 'array',
    items: { type: 'string' },
    present: supportsCapabilityFilters,
    description: 'Limit to users with one of these capabilities. Requires the right to list users.',
  })
  capabilities?: string[];

  @Arg({
    type: ['boolean', 'array'],
    items: { type: 'string' },
    present: supportsCapabilityFilters,
    validate: (value, name, { site }) =>
      validateValue(
        value,
        { type: ['boolean', 'array'], items: { type: 'string', enum: typeNames(site.model) } },
        name,
        FULL_SCHEMA,
      ),
    // WordPress lists the types as a map.
    siteSchema: ({ model }) => ({
      items: { type: 'string', enum: Object.fromEntries(typeNames(model).map((type) => [type, type])) },
    }),
    description: 'Limit to users with published entries, or with published entries of these types.',
  })
  has_published_posts?: boolean | string[];

  @Arg({
    type: 'array',
    items: { type: 'string', enum: ['email', 'name', 'id', 'username', 'slug'] },
    default: [],
    present: supportsCapabilityFilters,
    description: 'Columns to search.',
  })
  search_columns?: SearchColumn[];
}

export class ReadUserDto {
  @Arg(ID_ARG)
  id!: number;

  @Arg(CONTEXT_ARG)
  context!: Context;
}

export class UserIdDto {
  @Arg(ID_ARG)
  id!: number;
}

export const CreateUserDto = byModel((model) => writeDto<UserInput>(userFields(model), 'create'));

export const UpdateMeDto = byModel((model) => writeDto<UserInput>(userFields(model), 'update'));

export const UpdateUserDto = byModel((model) =>
  writeDto<UserInput & UserIdDto>(userFields(model), 'update', UserIdDto),
);

const FORCE_ARG = {
  type: 'boolean',
  default: false,
  description: 'Must be true: users cannot be moved to the trash.',
} as const;

const REASSIGN_ARG = {
  type: 'integer',
  required: true,
  unchecked: true,
  sanitize: checkReassign,
  description: 'ID of the user to whom the deleted user’s content is reassigned.',
} as const;

export class DeleteMeDto {
  @Arg(FORCE_ARG)
  force!: boolean;

  @Arg(REASSIGN_ARG)
  reassign!: number | false;
}

export class DeleteUserDto extends UserIdDto {
  @Arg(FORCE_ARG)
  force!: boolean;

  @Arg(REASSIGN_ARG)
  reassign!: number | false;
}
