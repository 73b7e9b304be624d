import { type Principal } from '../../access/principal.js';
import { denied } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';

export const unknownParent = () =>
  new RestError('rest_post_invalid_parent', 'There is no such entry to have versions.', 404);

export const unknownRevision = () => new RestError('rest_post_invalid_id', 'There is no such version.', 404);

export const foreignRevision = () =>
  new RestError('rest_revision_parent_id_mismatch', 'This is a version of another entry.', 404);

export const cannotRead = (principal: Principal) =>
  denied(principal, 'rest_cannot_read', 'You may not see the versions of this entry.');

export const noTrash = () =>
  new RestError(
    'rest_trash_not_supported',
    'Versions cannot be moved to the trash; ask for force=true to delete one.',
    501,
  );

export const pageBeyondEnd = () =>
  new RestError('rest_revision_invalid_page_number', 'There are fewer pages of versions.', 400);

export const offsetBeyondEnd = (offset: number) =>
  new RestError('rest_revision_invalid_offset_number', `There are no versions after the first ${offset}.`, 400);

export const noAutosave = () => new RestError('rest_post_no_autosave', 'The entry has no autosave.', 404);
