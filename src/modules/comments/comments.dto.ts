import { type CommentOrder } from './comment-query.js';
import { cleanKey } from '../../text/clean.js';
import { addArg, Arg } from '../../rest/args/arg.decorator.js';
import { CollectionDto, CONTEXT_ARG, type Context } from '../../rest/args/common.dto.js';
import { toText } from '../../text/php/php-values.js';
import { type ArgDeclaration } from '../../rest/args/schema.js';
import { writeDto } from '../../rest/fields/resource-fields.js';
import { byModel } from '../../rest/route/route.decorators.js';
import { commentFields } from './comments.fields.js';

const IDS = { type: 'array', items: { type: 'integer' } } as const;
const key = (value: unknown) => cleanKey(toText(value));

export class ListCommentsDto extends CollectionDto {
  @Arg({ type: 'string', format: 'date-time', description: 'Limit to comments submitted after this time.' })
  after?: string;

  @Arg({ ...IDS, description: 'Limit to comments by these users. Requires the right to moderate.' })
  author?: number[];

  @Arg({ ...IDS, description: 'Exclude comments by these users. Requires the right to moderate.' })
  author_exclude?: number[];

  @Arg({
    type: 'string',
    format: 'email',
    default: null,
    description: 'Limit to comments by this email address. Requires the right to moderate.',
  })
  author_email?: string;

  @Arg({ type: 'string', format: 'date-time', description: 'Limit to comments submitted before this time.' })
  before?: string;

  @Arg({ ...IDS, default: [], description: 'Exclude these comment IDs.' })
  exclude!: number[];

  @Arg({ ...IDS, default: [], description: 'Limit to these comment IDs.' })
  include!: number[];

  @Arg({ type: 'integer', description: 'Offset of the first comment; overrides the page.' })
  offset?: number;

  @Arg({ type: 'string', default: 'desc', enum: ['asc', 'desc'], description: 'Sort direction.' })
  order!: 'asc' | 'desc';

  @Arg({
    type: 'string',
    default: 'date_gmt',
    enum: ['date', 'date_gmt', 'id', 'include', 'post', 'parent', 'type'],
    description: 'Field to sort by.',
  })
  orderby!: CommentOrder;

  @Arg({ ...IDS, default: [], description: 'Limit to replies to these comments.' })
  parent!: number[];

  @Arg({ ...IDS, default: [], description: 'Exclude replies to these comments.' })
  parent_exclude!: number[];

  @Arg({ ...IDS, default: [], description: 'Limit to comments on these posts.' })
  post!: number[];

  @Arg({
    type: 'string',
    default: 'approve',
    early: true,
    sanitize: key,
    description: 'Limit to comments with this status. Requires the right to moderate.',
  })
  status!: string;

  @Arg({
    type: 'string',
    default: 'comment',
    early: true,
    sanitize: key,
    description: 'Limit to comments of this type. Requires the right to moderate.',
  })
  type!: string;

  @Arg({ type: 'string', description: 'Password of the post, if it is protected.' })
  password?: string;
}

/** With the parameters that modules declare. */
export const ListCommentsArgs = byModel((model) => {
  class Dto extends ListCommentsDto {}
  for (const { name, schema } of model.queries.rowFiltersOf('comments'))
    addArg(Dto.prototype, name, { ...(schema as ArgDeclaration), early: true });
  return Dto;
});

class CommentIdDto {
  @Arg({ type: 'integer', description: 'Comment ID.' })
  id!: number;
}

const PASSWORD = {
  type: 'string',
  description: 'Password of the commented post, if it is protected.',
} as const;

export class ReadCommentDto extends CommentIdDto {
  @Arg(CONTEXT_ARG)
  context!: Context;

  @Arg(PASSWORD)
  password?: string;
}

/** Writable values, validated and converted. */
export interface CommentValues {
  post: number;
  parent: number;
  author: number;
  author_name: string;
  author_email: string;
  author_url: string;
  author_ip: string;
  author_user_agent: string;
  date: string;
  date_gmt: string;
  /** Text, or a map with `raw`; anything else is ignored. */
  content: unknown;
  status: string;
  meta: unknown;
}

export type CreateCommentDto = Partial<CommentValues>;
export type UpdateCommentDto = CommentIdDto & Partial<CommentValues>;

export const createCommentDto = byModel((model) => writeDto<CommentValues>(commentFields(model), 'create'));

export const updateCommentDto = byModel((model) =>
  writeDto<CommentValues & CommentIdDto>(commentFields(model), 'update', CommentIdDto),
);

export class DeleteCommentDto extends CommentIdDto {
  @Arg({ type: 'boolean', default: false, description: 'Delete permanently instead of moving to the trash.' })
  force!: boolean;

  @Arg(PASSWORD)
  password?: string;
}
