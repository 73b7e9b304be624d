import { avatarFields } from '../users/users.fields.js';
import { type Comment, shownStatus, shownType } from './comment.js';
import { cleanTextField } from '../../text/clean.js';
import { mysqlToRfc3339, type SiteZone } from '../../text/dates.js';
import { isEmail } from '../../text/email.js';
import { isTruthy } from '../../text/php/php-values.js';
import { toText } from '../../text/php/php-values.js';
import { ArgIssue } from '../../rest/args/schema.js';
import { withDeclaredFields } from '../../rest/fields/declared-field.js';
import { type FieldValues } from '../../content-model/field-values.js';
import { perModel } from '../../content-model/per-model.js';
import {
  type FieldMap,
  ResourceFields,
  everywhere,
  viewAndEdit,
  editOnly,
  readOnly,
  field,
} from '../../rest/fields/resource-fields.js';
import { type StoredMeta } from '../meta/meta.store.js';
import { type MetaField } from '../../content-model/meta-fields.js';
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
  /** Values of declared fields. */
  declared: FieldValues;
}

const MIN_EMAIL_LENGTH = 6;

/** Checked when it is converted, after all other values were checked. Empty if the author gave none. */
function checkedEmail(value: unknown): string | ArgIssue {
  const email = toText(value);
  return !isTruthy(email) || isEmail(email, { minLength: MIN_EMAIL_LENGTH })
    ? email
    : new ArgIssue('Invalid email address.', 'rest_invalid_email');
}

const COMMENT: FieldMap<Comment, CommentView> = {
  id: readOnly('integer', 'Comment ID.', everywhere, (comment) => comment.id),
  post: field('integer', 'ID of the commented post.', viewAndEdit, (comment) => comment.post, { default: 0 }),
  parent: field('integer', 'ID of the parent comment; 0 at the top level.', everywhere, (comment) => comment.parent, {
    default: 0,
  }),
  author: field('integer', 'User ID of the author; 0 for visitors.', everywhere, (comment) => comment.author),
  author_name: {
    description: 'Name of the comment author.',
    type: 'string',
    context: everywhere,
    value: (comment) => comment.authorName,
    // Sanitized before it is validated: a name that consists of tags is empty.
    arg: { sanitize: (value) => cleanTextField(toText(value)), nullAs: '' },
  },
  author_email: field('email', 'Email address of the comment author.', editOnly, (comment) => comment.authorEmail, {
    arg: { early: false, sanitize: checkedEmail },
  }),
  author_url: field('uri', 'URL of the comment author.', everywhere, (comment) => comment.authorUrl),
  author_ip: field('ip', 'IP address of the comment author.', editOnly, (comment) => comment.authorIp),
  author_user_agent: field('string', 'User agent of the comment author.', editOnly, (comment) => comment.userAgent),
  date: field('date-time', 'Submission time, in the site’s time zone.', everywhere, (comment, { zone }) =>
    mysqlToRfc3339(comment.date, zone),
  ),
  date_gmt: field('date-time', 'Submission time, in UTC.', viewAndEdit, (comment, { zone }) =>
    mysqlToRfc3339(comment.dateGmt, zone),
  ),
  content: {
    description: 'Content of the comment.',
    type: 'object',
    context: everywhere,
    undivided: true,
    properties: {
      rendered: readOnly('string', 'The content as HTML.', everywhere, (comment, view) => view.rendered(comment)),
      raw: field('string', 'The content as stored.', editOnly, (comment) => comment.content),
    },
    arg: { unchecked: true },
  },
  link: readOnly('uri', 'URL of the comment.', everywhere, (comment, view) => view.link(comment)),
  status: field('string', 'Status of the comment.', viewAndEdit, (comment) => shownStatus(comment.approved)),
  type: readOnly('string', 'Type of the comment.', everywhere, (comment) => shownType(comment.type), {
    variation: ({ comments }) => (comments.hasNotes ? { default: 'comment' } : undefined),
  }),
  author_avatar_urls: {
    description: 'Avatar URLs of the comment author, by size.',
    type: 'object',
    optional: true,
    undivided: true,
    context: everywhere,
    readonly: true,
    properties: avatarFields(),
    listed: (site) => site.isOn('show_avatars'),
    value: (comment, view) => view.avatars(comment),
  },
  meta: metaMember(
    'comment',
    undefined,
    (comment, view) => shownMeta(view.metaFields, view.meta.get(comment.id)),
    META_ARG,
  ),
};

/** The fields of comments, with those that modules declare. */
export const commentFields = perModel(
  (model) =>
    new ResourceFields<Comment, CommentView>(
      'comment',
      withDeclaredFields(COMMENT, model.fields.of('comment'), 'comments', ({ id }, view, name) =>
        view.declared.get(name)?.get(id),
      ),
    ),
);
