import { Injectable } from '@nestjs/common';
import { EntryPolicy } from '../entries/api/entry.policy.js';
import { RevisionsPolicy } from '../revisions/revisions.policy.js';

@Injectable()
export class PostsPolicy extends EntryPolicy {
  protected readonly postType = 'post';
}

@Injectable()
export class PostRevisionsPolicy extends RevisionsPolicy {
  protected readonly postType = 'post';
}
