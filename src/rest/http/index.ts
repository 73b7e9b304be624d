/** Public API of this folder, for the features. */
export { mediaType, parseJsonBody, readBody } from './body.js';
export { fieldRequest } from './field-request.js';
export { RequestContext } from './request-context.js';
export { type AdmittedRequest } from './request-slot.js';
export { RestRequest, type UploadedFile } from './rest-request.js';
