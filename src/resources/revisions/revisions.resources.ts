import { POST_TYPES } from '../../content/types/post-types.js';
import { PAGE_REVISION, POST_REVISION } from './revisions.fields.js';
import { type RevisionResource } from './revisions.service.js';

export const POST_REVISIONS: RevisionResource = { type: POST_TYPES.get('post')!, fields: POST_REVISION };
export const PAGE_REVISIONS: RevisionResource = { type: POST_TYPES.get('page')!, fields: PAGE_REVISION };
