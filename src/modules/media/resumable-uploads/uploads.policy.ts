import { Injectable } from '@nestjs/common';
import { denied } from '../../../rest/errors/catalogue.js';
import { type RestError } from '../../../rest/errors/rest-error.js';
import { type RequestContext } from '../../../rest/http/request-context.js';

@Injectable()
export class UploadsPolicy {
  upload({ principal }: RequestContext): true | RestError {
    return principal.can('upload_files') || denied(principal, 'rest_cannot_create', 'You may not upload files.');
  }
}
