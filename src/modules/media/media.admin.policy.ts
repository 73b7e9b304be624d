import { siteFacts } from '../../access/capabilities/index.js';
import { Injectable } from '@nestjs/common';
import { denied } from '../../rest/errors/catalogue.js';
import { type RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { unknownPost } from '../entries/admin/entries.admin.policy.js';
import { EntriesStore } from '../entries/read/entries.store.js';
import { isReadable, parentsAmong } from '../entries/model/readable.js';

/** Who may use the routes of media in nestpress/v1. */
@Injectable()
export class MediaAdminPolicy {
  constructor(private readonly entries: EntriesStore) {}

  upload({ principal }: RequestContext): true | RestError {
    return principal.can('upload_files') || denied(principal, 'rest_cannot_view', 'You may not manage media.');
  }

  async read({ principal, site }: RequestContext, { id }: { id: number }): Promise<true | RestError> {
    if (!principal.can('upload_files')) return denied(principal, 'rest_cannot_view', 'You may not manage media.');
    const found = await this.entries.withAncestors([id]);
    const entry = found.get(id);
    if (entry?.type !== 'attachment') return unknownPost();
    const mayRead = isReadable(principal, entry, parentsAmong(found), siteFacts(site));
    return mayRead || denied(principal, 'rest_cannot_view', 'You may not read this file.');
  }
}
