import { Injectable, Module, type Type } from '@nestjs/common';
import { type AnyField } from '../../content-model/field-types.js';
import { type PostType } from '../../content-model/post-types.js';
import { named } from '../../rest/route/route.decorators.js';
import { EntriesApiModule } from '../entries/entries-api.module.js';
import { revisionsController } from './revisions.controller.js';
import { type EntryPolicy } from '../entries/api/entry.policy.js';
import { type EntryResource } from '../entries/api/entry-resource.js';
import { autosavesController } from './autosaves.controller.js';
import { AutosavesPolicy } from './autosaves.policy.js';
import { type AutosaveResource, AutosavesService } from './autosaves.service.js';
import { autosaveFields } from './revisions.fields.js';
import { RevisionsPolicy } from './revisions.policy.js';
import { RevisionsService } from './revisions.service.js';

/** What the revisions of every post type need. */
@Module({
  imports: [EntriesApiModule],
  providers: [RevisionsService],
  exports: [EntriesApiModule, RevisionsService],
})
export class RevisionsModule {}

/** The Nest module of the revisions of a declared type. */
export function declaredRevisionsModule(type: PostType): Type<object> {
  @Injectable()
  class DeclaredRevisionsPolicy extends RevisionsPolicy {
    protected readonly postType = type.name;
  }
  named(DeclaredRevisionsPolicy, type.name, 'RevisionsPolicy');

  class DeclaredRevisionsController extends revisionsController(type, DeclaredRevisionsPolicy) {}

  @Module({
    imports: [RevisionsModule],
    controllers: [named(DeclaredRevisionsController, type.name, 'RevisionsController')],
    providers: [DeclaredRevisionsPolicy],
  })
  class DeclaredRevisionsModule {}
  return DeclaredRevisionsModule;
}

/** The Nest module of the autosaves of one content type; `entryPolicy` decides who may write the entries. */
export function autosavesModule(
  entries: EntryResource,
  entryPolicy: Type<Pick<EntryPolicy, 'update'>>,
  /** The module that exports the policy, if there is one. */
  policyModule?: Type<object>,
  /** Computed fields that autosaves have, too. */
  computed: readonly AnyField[] = [],
): Type<object> {
  const { type } = entries;
  const resource: AutosaveResource = { type, entries, fields: autosaveFields(type, entries.fields, computed) };

  @Injectable()
  class ContentTypeAutosavesPolicy extends AutosavesPolicy {
    protected readonly resource = resource;
  }
  named(ContentTypeAutosavesPolicy, type.name, 'AutosavesPolicy');

  @Module({
    imports: [RevisionsModule, ...(policyModule ? [policyModule] : [])],
    controllers: [
      named(autosavesController(resource, ContentTypeAutosavesPolicy, entryPolicy), type.name, 'AutosavesController'),
    ],
    providers: [AutosavesService, ContentTypeAutosavesPolicy, ...(policyModule ? [] : [entryPolicy])],
  })
  class ContentTypeAutosavesModule {}
  return ContentTypeAutosavesModule;
}
