import { type Principal } from '../../access/principal.js';
import { denied } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';

export const cannotAttach = (principal: Principal) =>
  denied(principal, 'rest_cannot_edit', 'You may not attach files to this entry.');

export const invalidParentType = () =>
  new RestError('rest_invalid_param', 'Files cannot be attached to entries of this type.', 400);

export const noFeaturedMedia = () =>
  new RestError('rest_no_featured_media', 'Only audio and video files have a cover picture.', 400);

export const noData = () => new RestError('rest_upload_no_data', 'The request has no file.', 400);

export const noContentType = () =>
  new RestError('rest_upload_no_content_type', 'The Content-Type header is missing.', 400);

export const noDisposition = () =>
  new RestError(
    'rest_upload_no_content_disposition',
    'The Content-Disposition header with the file name is missing.',
    400,
  );

export const invalidDisposition = () =>
  new RestError(
    'rest_upload_invalid_disposition',
    'Content-Disposition must look like: attachment; filename="image.png".',
    400,
  );

export const hashMismatch = () =>
  new RestError('rest_upload_hash_mismatch', 'The file does not match its Content-MD5 header.', 412);

/** How a file was sent. */
export type Transport = 'form' | 'raw' | 'parts';

/** WordPress has different errors for its two ways of sending a file, with server error codes for client errors. */
export const refusedFile = (transport: Transport) =>
  new RestError(
    transport === 'form' ? 'rest_upload_unknown_error' : 'rest_upload_sideload_error',
    'A file of this type, or with this content, is not permitted.',
    transport === 'parts' ? 415 : 500,
  );

export const spaceExceeded = (kilobytes: number) =>
  new RestError('rest_upload_limited_space', `There is not enough space: ${kilobytes} KB more are needed.`, 400);

export const overQuota = () =>
  new RestError('rest_upload_user_quota_exceeded', 'The space of this site is used up. Delete files first.', 400);

export const fileTooBig = (kilobytes: number) =>
  new RestError('rest_upload_file_too_big', `A file may have ${kilobytes} KB at most.`, 400);

export const emptyFile = () =>
  new RestError('rest_upload_unknown_error', 'The form field "file" is missing or empty.', 500);

export const trashNotSupported = () =>
  new RestError(
    'rest_trash_not_supported',
    'Files cannot be moved to the trash. Set force=true to delete permanently.',
    501,
  );
