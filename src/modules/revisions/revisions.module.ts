import { Injectable, Module, type Type } from '@nestjs/common';
import { type PostType } from '../../site/model/post-types.js';
import { named } from '../../rest/route/route.decorators.js';
import { EntryResourcesModule } from '../entries/entry-resources.module.js';
import { revisionsController } from './revisions.controller.js';
import { type EntryPolicy } from '../entries/entry.policy.js';
import { type EntryResource } from '../entries/entry-resource.js';
import { autosavesController } from './autosaves.controller.js';
import { AutosavesPolicy } from './autosaves.policy.js';
import { type AutosaveResource, AutosavesService } from './autosaves.service.js';
import { autosaveFields, revisionFields } from './revisions.fields.js';
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

/** The Nest module of the autosaves of one content type; `entryPolicy` decides who may write the entries. */
export function autosavesModule(
  entries: EntryResource,
  entryPolicy: Type<Pick<EntryPolicy, 'update'>>,
  /** The module that exports the policy, if it needs more than entries do. */
  policyModule?: Type<object>,
): Type<object> {
  const { type } = entries;
  const resource: AutosaveResource = { type, entries, fields: autosaveFields(type, entries.fields) };

  @Injectable()
  class ContentTypeAutosavesPolicy extends AutosavesPolicy {
    protected readonly resource = resource;
  }
  named(ContentTypeAutosavesPolicy, type.name, 'AutosavesPolicy');

  @Module({
    imports: [EntryResourcesModule, ...(policyModule ? [policyModule] : [])],
    controllers: [
      named(autosavesController(resource, ContentTypeAutosavesPolicy, entryPolicy), type.name, 'AutosavesController'),
    ],
    providers: [RevisionsService, AutosavesService, ContentTypeAutosavesPolicy, ...(policyModule ? [] : [entryPolicy])],
  })
  class ContentTypeAutosavesModule {}
  return ContentTypeAutosavesModule;
}
