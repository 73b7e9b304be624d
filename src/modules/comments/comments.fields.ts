import { AVATAR_SIZES } from '../users/avatars.js';
import { type Comment, shownStatus, shownType } from './comment.js';
import { cleanTextField } from '../../text/clean.js';
import { mysqlToRfc3339, type SiteZone } from '../../text/dates.js';
import { isEmail } from '../../text/email.js';
import { toText } from '../../rest/args/php-values.js';
import { ArgIssue } from '../../rest/args/schema.js';
import { type Field, ResourceFields } from '../../rest/fields/resource-fields.js';
import { type StoredMeta } from '../meta/meta.store.js';
import { type MetaField } from '../../site/model/meta-fields.js';
import { META_ARG, metaMember } from '../meta/meta.field.js';
import { shownMeta } from '../meta/meta-values.js';

/** What a comment is presented with besides its row. */
export interface CommentView {
  zone: SiteZone;
  link(comment: Comment): string;
  rendered(comment: Comment): string;
  /** Undefined if the site does not show avatars. */
  avatars(comment: Comment): Record<string, string | false> | undefined;
  /** Declared meta that is returned, and its stored values. */
  metaFields: readonly MetaField[];
  meta: ReadonlyMap<number, StoredMeta>;
}

const everywhere = ['view', 'edit', 'embed'] as const;
const visible = ['view', 'edit'] as const;
const editing = ['edit'] as const;

const SHORTEST_EMAIL = 6;

/** Checked when it is converted, after all other values were checked. Empty if the author gave none. */
function checkedEmail(value: unknown): string | ArgIssue {
  const email = toText(value);
  return email === '' || isEmail(email, { minLength: SHORTEST_EMAIL })
    ? email
    : new ArgIssue('Invalid email address.', 'rest_invalid_email');
}

function avatar(size: number): Field<Comment, CommentView> {
  return {
    description: `URL of the avatar, ${size} pixels wide and high.`,
    type: 'string',
    format: 'uri',
    context: ['embed', 'view', 'edit'],
  };
}

export const COMMENT = new ResourceFields<Comment, CommentView>('comment', {
  id: {
    description: 'Comment ID.',
    type: 'integer',
    context: everywhere,
    readonly: true,
    value: (comment) => comment.id,
  },
  post: {
    description: 'ID of the commented post.',
    type: 'integer',
    context: visible,
    default: 0,
    value: (comment) => comment.post,
  },
  parent: {
    description: 'ID of the parent comment; 0 at the top level.',
    type: 'integer',
    context: everywhere,
    default: 0,
    value: (comment) => comment.parent,
  },
  author: {
    description: 'User ID of the author; 0 for visitors.',
    type: 'integer',
    context: everywhere,
    value: (comment) => comment.author,
  },
  author_name: {
    description: 'Name of the comment author.',
    type: 'string',
    context: everywhere,
    value: (comment) => comment.authorName,
    // Sanitized before it is validated: a name that consists of tags is empty.
    arg: { sanitize: (value) => cleanTextField(toText(value)), nullAs: '' },
  },
  author_email: {
    description: 'Email address of the comment author.',
    type: 'string',
    format: 'email',
    context: editing,
    value: (comment) => comment.authorEmail,
    arg: { early: false, sanitize: checkedEmail },
  },
  author_url: {
    description: 'URL of the comment author.',
    type: 'string',
    format: 'uri',
    context: everywhere,
    value: (comment) => comment.authorUrl,
  },
  author_ip: {
    description: 'IP address of the comment author.',
    type: 'string',
    format: 'ip',
    context: editing,
    value: (comment) => comment.authorIp,
  },
  author_user_agent: {
    description: 'User agent of the comment author.',
    type: 'string',
    context: editing,
    value: (comment) => comment.userAgent,
  },
  date: {
    description: 'Submission time, in the site’s time zone.',
    type: 'string',
    format: 'date-time',
    context: everywhere,
    value: (comment, { zone }) => mysqlToRfc3339(comment.date, zone),
  },
  date_gmt: {
    description: 'Submission time, in UTC.',
    type: 'string',
    format: 'date-time',
    context: visible,
    value: (comment, { zone }) => mysqlToRfc3339(comment.dateGmt, zone),
  },
  content: {
    description: 'Content of the comment.',
    type: 'object',
    context: everywhere,
    properties: {
      rendered: {
        description: 'The content as HTML.',
        type: 'string',
        context: everywhere,
        readonly: true,
        value: (comment, view) => view.rendered(comment),
      },
      raw: {
        description: 'The content as stored.',
        type: 'string',
        context: editing,
        value: (comment) => comment.content,
      },
    },
    arg: { unchecked: true },
  },
  link: {
    description: 'URL of the comment.',
    type: 'string',
    format: 'uri',
    context: everywhere,
    readonly: true,
    value: (comment, view) => view.link(comment),
  },
  status: {
    description: 'Status of the comment.',
    type: 'string',
    context: visible,
    value: (comment) => shownStatus(comment.approved),
  },
  type: {
    description: 'Type of the comment.',
    type: 'string',
    context: everywhere,
    readonly: true,
    value: (comment) => shownType(comment.type),
    variation: ({ comments }) => (comments.hasNotes ? { default: 'comment' } : undefined),
  },
  author_avatar_urls: {
    description: 'Avatar URLs of the comment author, by size.',
    type: 'object',
    optional: true,
    context: everywhere,
    readonly: true,
    properties: Object.fromEntries(AVATAR_SIZES.map((size) => [String(size), avatar(size)])),
    value: (comment, view) => view.avatars(comment),
  },
  meta: metaMember<Comment, CommentView>('comment', undefined, {
    description: 'Registered meta values.',
    context: visible,
    value: (comment, view) => shownMeta(view.metaFields, view.meta.get(comment.id)),
    arg: META_ARG,
  }),
});
