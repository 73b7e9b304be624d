import { type Principal } from '../../../access/principal.js';
import { denied, invalidParams, reportError } from '../../../rest/errors/catalogue.js';
import { RestError } from '../../../rest/errors/rest-error.js';
import { type EntryType } from '../model/entry.js';
import { ContentsTooLarge } from '../read/entry-contents.store.js';
import { ContentTooLong } from '../write/entry-rows.store.js';
import { EntryWriteError, type WriteRefusal } from '../write/entry-changes.js';

reportError(
  ContentsTooLarge,
  ({ limit }) =>
    new RestError(
      'rest_response_too_large',
      `The entries have more than ${limit} bytes of content. Request fewer of them (per_page), or only fields without content and excerpt (_fields).`,
      400,
    ),
);
reportError(ContentTooLong, ({ limit }) =>
  invalidParams({ content: `content is larger than the ${limit} bytes allowed.` }),
);

/** A write that its requester could not see afterwards. */
export const outsideScope = () =>
  new RestError('rest_outside_scope', 'Sorry, you are not allowed to create or edit entries that you cannot see.', 403);

export const unknownEntry = () => new RestError('rest_post_invalid_id', 'There is no such entry here.', 404);

export const wrongPassword = () =>
  new RestError('rest_post_incorrect_password', 'The password of the entry is wrong.', 403);

export const forbiddenContext = (principal: Principal) =>
  denied(principal, 'rest_forbidden_context', 'You may not read this in the edit context.');

export const pageBeyondEnd = () =>
  new RestError('rest_post_invalid_page_number', 'The requested page is beyond the last one.', 400);

export const includeMissing = () =>
  new RestError('rest_orderby_include_missing_include', 'Sorting by include requires the include parameter.', 400);

export const searchMissing = () =>
  new RestError('rest_no_search_term_defined', 'Sorting by relevance requires the search parameter.', 400);

export const alreadyExists = () =>
  new RestError('rest_post_exists', 'An entry that already exists cannot be created.', 400);

export const cannotCreate = (principal: Principal) =>
  denied(principal, 'rest_cannot_create', 'You may not create entries of this type.');

export const cannotEdit = (principal: Principal) =>
  denied(principal, 'rest_cannot_edit', 'You may not edit this entry.');

export const cannotDelete = (principal: Principal) =>
  denied(principal, 'rest_cannot_delete', 'You may not delete this entry.');

export const cannotEditOthers = (principal: Principal) =>
  denied(principal, 'rest_cannot_edit_others', 'You may not create or edit entries for another author.');

export const cannotAssignSticky = (principal: Principal) =>
  denied(principal, 'rest_cannot_assign_sticky', 'You may not make posts sticky.');

export const cannotAssignTerm = (principal: Principal) =>
  denied(principal, 'rest_cannot_assign_term', 'You may not assign one of these terms.');

export const cannotPublish = (principal: Principal) =>
  denied(principal, 'rest_cannot_publish', 'You may not publish entries of this type.');

/** Why the requester may not change the status in this way; undefined if it may. */
export function refusedTransition(
  principal: Principal,
  { transitions }: Pick<EntryType, 'transitions'>,
  before: string,
  after: string,
): RestError | undefined {
  const [from, to] = [before, after].map((status) => (status === 'future' ? 'publish' : status)) as [string, string];
  if (!transitions || principal.isSystem || from === to) return undefined;
  const leading = transitions.filter((transition) => [transition.from].flat().includes(from));
  const possible = leading.filter((transition) => transition.to === to);
  if (possible.length === 0) {
    const others = leading.map((transition) => `"${transition.to}"`).join(', ');
    const instead = others === '' ? '' : ` It can change to ${others}.`;
    return invalidParams({ status: `The status cannot change from "${from}" to "${to}".${instead}` });
  }
  const isAllowed = possible.some(({ capability }) => capability === undefined || principal.can(capability));
  if (isAllowed) return undefined;
  const { code, message, status } = denied(
    principal,
    'rest_cannot_change_status',
    `You may not change the status to "${to}".`,
  );
  return new RestError(code, message, status, { missing_capability: possible[0]!.capability });
}

export const unknownAuthor = () => new RestError('rest_invalid_author', 'There is no such author.', 400);

export const unknownParent = () => new RestError('rest_post_invalid_id', 'There is no such parent entry.', 400);

export const stickyWithPassword = () =>
  new RestError('rest_invalid_field', 'A post cannot be sticky and have a password.', 400);

export const alreadyTrashed = () => new RestError('rest_already_trashed', 'The entry is already in the trash.', 410);

/** Why a write was aborted. */
const WRITE_ERRORS: Readonly<Record<WriteRefusal, () => RestError>> = {
  empty_content: () => new RestError('empty_content', 'A title, content or excerpt is required.', 400),
  invalid_date: () => new RestError('invalid_date', 'The date does not exist.', 400),
  unknown_author: unknownAuthor,
  unknown_parent: unknownParent,
  gone: unknownEntry,
};

reportError(EntryWriteError, ({ reason }) => WRITE_ERRORS[reason]());
