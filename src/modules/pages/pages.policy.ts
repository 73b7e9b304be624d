import { Injectable } from '@nestjs/common';
import { EntryPolicy } from '../entries/api/entry.policy.js';
import { RevisionsPolicy } from '../revisions/revisions.policy.js';

@Injectable()
export class PagesPolicy extends EntryPolicy {
  protected readonly postType = 'page';
}

@Injectable()
export class PageRevisionsPolicy extends RevisionsPolicy {
  protected readonly postType = 'page';
}
