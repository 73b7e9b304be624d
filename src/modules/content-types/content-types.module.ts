import { Injectable, Module, type Type } from '@nestjs/common';
import { named } from '../../rest/route/route.decorators.js';
import { type PostType } from '../../content-model/post-types.js';
import { entriesController } from '../entries/api/entries.controller.js';
import { EntryPolicy } from '../entries/api/entry.policy.js';
import { EntriesApiModule } from '../entries/entries-api.module.js';
import { declaredRevisionsModule } from '../revisions/revisions.module.js';

/** The Nest module of a declared content type, and its policy: what posts and pages have in their own folders. */
export function contentTypeModule(type: PostType): { module: Type; policy: Type<EntryPolicy> } {
  const { name, restBase = '', supports } = type;

  @Injectable()
  class ContentTypePolicy extends EntryPolicy {
    protected readonly postType = name;
  }
  named(ContentTypePolicy, restBase, 'Policy');

  class ContentTypeController extends entriesController(type, ContentTypePolicy) {}

  @Module({
    imports: [EntriesApiModule, ...(supports.includes('revisions') ? [declaredRevisionsModule(type)] : [])],
    controllers: [named(ContentTypeController, restBase, 'Controller')],
    providers: [ContentTypePolicy],
    exports: [ContentTypePolicy],
  })
  class ContentTypeModule {}
  return { module: named(ContentTypeModule, restBase, 'Module'), policy: ContentTypePolicy };
}
