import { type Principal } from '../../access/principal.js';
import { denied } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';

export const unknownParent = () => new RestError('rest_post_invalid_parent', 'There is no such parent entry.', 404);

export const unknownRevision = () => new RestError('rest_post_invalid_id', 'There is no such revision.', 404);

export const revisionOfAnother = () =>
  new RestError('rest_revision_parent_id_mismatch', 'This revision belongs to another entry.', 404);

export const cannotRead = (principal: Principal) =>
  denied(principal, 'rest_cannot_read', 'You may not read the revisions of this entry.');

export const noTrash = () =>
  new RestError(
    'rest_trash_not_supported',
    'Revisions cannot be moved to the trash. Set force=true to delete permanently.',
    501,
  );

export const pageBeyondEnd = () =>
  new RestError('rest_revision_invalid_page_number', 'The requested page is beyond the last one.', 400);

export const offsetBeyondEnd = (offset: number) =>
  new RestError('rest_revision_invalid_offset_number', `The offset ${offset} is beyond the last revision.`, 400);

export const noAutosave = () => new RestError('rest_post_no_autosave', 'The entry has no autosave.', 404);
