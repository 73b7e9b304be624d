import { Injectable, Module, type OnModuleInit, type Type } from '@nestjs/common';
import { type ContentModel } from '../../site/model/content-model.js';
import { type PostType } from '../../site/model/post-types.js';
import { named } from '../../rest/route/route.decorators.js';
import { EntryPolicy } from '../entries/entry.policy.js';
import { EntryEmbedsService } from '../entries/entry-embeds.service.js';
import { entryResource } from '../entries/entry-resource.js';
import { EntryResourcesModule } from '../entries/entry-resources.module.js';
import { autosavesModule, revisionsModule } from '../revisions/revisions.module.js';
import { contentTypeController } from './content-type.controller.js';
import { contentTypeFields } from './content-type.fields.js';

/** The Nest module of a content type: controller, policy, embeds, and revisions where the type supports them. */
export function contentTypeModule(model: ContentModel, type: PostType): Type<object> {
  const fields = contentTypeFields(type, model.taxonomiesOf(type), model.metaOf('post', type.name));
  const resource = entryResource(model, type, fields);
  const { restBase = '', supports } = type;

  @Injectable()
  class ContentTypePolicy extends EntryPolicy {
    protected readonly resource = resource;
  }
  named(ContentTypePolicy, restBase, 'Policy');

  @Module({
    imports: [
      EntryResourcesModule,
      ...(supports.includes('revisions') ? [revisionsModule(type)] : []),
      ...(supports.includes('autosave') ? [autosavesModule(resource, ContentTypePolicy)] : []),
    ],
    controllers: [named(contentTypeController(resource, ContentTypePolicy), restBase, 'Controller')],
    providers: [ContentTypePolicy],
  })
  class ContentTypeModule implements OnModuleInit {
    constructor(private readonly embeds: EntryEmbedsService) {}

    onModuleInit(): void {
      this.embeds.register(resource);
    }
  }
  return named(ContentTypeModule, restBase, 'Module');
}
