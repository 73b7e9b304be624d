import { type CommentOrder } from '../../content/comments/comment-query.js';
import { cleanKey } from '../../text/clean.js';
import { Arg } from '../../rest/args/arg.decorator.js';
import { CollectionArgs, CONTEXT_ARG, type Context } from '../../rest/args/common.args.js';
import { toText } from '../../rest/args/php-values.js';
import { writeArgs } from '../../rest/fields/resource-fields.js';
import { COMMENT } from './comments.fields.js';

const IDS = { type: 'array', items: { type: 'integer' } } as const;
const key = (value: unknown) => cleanKey(toText(value));

export class ListCommentsArgs extends CollectionArgs {
  @Arg({ type: 'string', format: 'date-time', description: 'Keep only comments written after this moment.' })
  after?: string;

  @Arg({ ...IDS, description: 'Keep only comments by these users. Not open to everybody.' })
  author?: number[];

  @Arg({ ...IDS, description: 'Leave out comments by these users. Not open to everybody.' })
  author_exclude?: number[];

  @Arg({
    type: 'string',
    format: 'email',
    default: null,
    description: 'Keep only comments with this email address. Not open to everybody.',
  })
  author_email?: string;

  @Arg({ type: 'string', format: 'date-time', description: 'Keep only comments written before this moment.' })
  before?: string;

  @Arg({ ...IDS, default: [], description: 'Leave out these comments.' })
  exclude!: number[];

  @Arg({ ...IDS, default: [], description: 'Keep only these comments.' })
  include!: number[];

  @Arg({ type: 'integer', description: 'How many comments to pass over.' })
  offset?: number;

  @Arg({ type: 'string', default: 'desc', enum: ['asc', 'desc'], description: 'Direction of the order.' })
  order!: 'asc' | 'desc';

  @Arg({
    type: 'string',
    default: 'date_gmt',
    enum: ['date', 'date_gmt', 'id', 'include', 'post', 'parent', 'type'],
    description: 'What to order by.',
  })
  orderby!: CommentOrder;

  @Arg({ ...IDS, default: [], description: 'Keep only answers to these comments.' })
  parent!: number[];

  @Arg({ ...IDS, default: [], description: 'Leave out answers to these comments.' })
  parent_exclude!: number[];

  @Arg({ ...IDS, default: [], description: 'Keep only comments on these posts.' })
  post!: number[];

  @Arg({
    type: 'string',
    default: 'approve',
    early: true,
    sanitize: key,
    description: 'Keep only comments in this state. Not open to everybody.',
  })
  status!: string;

  @Arg({
    type: 'string',
    default: 'comment',
    early: true,
    sanitize: key,
    description: 'Keep only comments of this kind. Not open to everybody.',
  })
  type!: string;

  @Arg({ type: 'string', description: 'Password of the post, where it has one.' })
  password?: string;
}

class CommentIdArgs {
  @Arg({ type: 'integer', description: 'Number of the comment.' })
  id!: number;
}

const PASSWORD = {
  type: 'string',
  description: 'Password of the post the comment is about, where it has one.',
} as const;

export class ReadCommentArgs extends CommentIdArgs {
  @Arg(CONTEXT_ARG)
  context!: Context;

  @Arg(PASSWORD)
  password?: string;
}

/** Members a client may write, checked and converted. */
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
  /** Text, or a map with `raw`; anything else is passed over. */
  content: unknown;
  status: string;
  meta: unknown;
}

export class CreateCommentArgs extends writeArgs<CommentValues>(COMMENT, 'create') {}

export class UpdateCommentArgs extends writeArgs<CommentValues & CommentIdArgs>(COMMENT, 'update', CommentIdArgs) {
  declare id: number;
}

export class DeleteCommentArgs extends CommentIdArgs {
  @Arg({ type: 'boolean', default: false, description: 'Delete at once instead of moving to the trash.' })
  force!: boolean;

  @Arg(PASSWORD)
  password?: string;
}
