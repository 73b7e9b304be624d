import { type Principal } from '../../access/principal.js';
import { denied } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';

export const cannotRead = (principal: Principal) =>
  denied(principal, 'rest_cannot_read', 'You may not see the fonts of this site.');

export const duplicateFamily = (slug: string) =>
  new RestError('rest_duplicate_font_family', `There is a font family with the slug "${slug}" already.`, 400);

export const duplicateFace = () =>
  new RestError('rest_duplicate_font_face', 'The family has such a face already.', 400);

export const unknownFamily = () => new RestError('rest_post_invalid_parent', 'There is no such font family.', 404);

export const faceOfAnotherFamily = () =>
  new RestError('rest_font_face_parent_id_mismatch', 'The face belongs to another family.', 404);

export const noTrash = () =>
  new RestError('rest_trash_not_supported', 'Fonts have no trash: say force=true to delete for good.', 501);

export const refusedFont = () =>
  new RestError('rest_font_upload_invalid_file_type', 'Only WOFF2, WOFF, TrueType and OpenType fonts are taken.', 400);

export const unknownCollection = () =>
  new RestError('rest_font_collection_not_found', 'There is no such font collection.', 404);
