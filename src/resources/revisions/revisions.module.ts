import { Injectable, Module, type Type } from '@nestjs/common';
import { type PostType } from '../../site/model/post-types.js';
import { named } from '../../rest/route/route.decorators.js';
import { EntryResourcesModule } from '../entries/entry-resources.module.js';
import { revisionsController } from './revisions.controller.js';
import { revisionFields } from './revisions.fields.js';
import { RevisionsPolicy } from './revisions.policy.js';
import { type RevisionResource, RevisionsService } from './revisions.service.js';

/** The Nest module of the revisions of one content type. */
export function revisionsModule(type: PostType): Type<object> {
  const revisions: RevisionResource = { type, fields: revisionFields(type) };

  @Injectable()
  class ContentTypeRevisionsPolicy extends RevisionsPolicy {
    protected readonly resource = revisions;
  }
  named(ContentTypeRevisionsPolicy, type.name, 'RevisionsPolicy');

  @Module({
    imports: [EntryResourcesModule],
    controllers: [named(revisionsController(revisions, ContentTypeRevisionsPolicy), type.name, 'RevisionsController')],
    providers: [RevisionsService, ContentTypeRevisionsPolicy],
  })
  class ContentTypeRevisionsModule {}
  return ContentTypeRevisionsModule;
}
