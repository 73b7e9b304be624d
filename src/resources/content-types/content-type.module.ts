import { Injectable, Module, type OnModuleInit, type Type } from '@nestjs/common';
import { named } from '../../rest/route/named-class.js';
import { type EntryListArgs } from '../entries/entry.args.js';
import { EntryPolicy } from '../entries/entry.policy.js';
import { EntryEmbedsService } from '../entries/entry-embeds.service.js';
import { entryResource } from '../entries/entry-resource.js';
import { EntryResourcesModule } from '../entries/entry-resources.module.js';
import { revisionsModule } from '../revisions/revisions.module.js';
import { type ContentTypeDeclaration } from './content-type.js';
import { contentTypeController } from './content-type.controller.js';

/** The Nest module of a content type: controller, policy, embeds, and revisions where the type supports them. */
export function contentTypeModule<A extends EntryListArgs>(declaration: ContentTypeDeclaration<A>): Type<object> {
  const resource = entryResource(declaration.type, declaration.fields);
  const { restBase = '', supports } = resource.type;

  @Injectable()
  class ContentTypePolicy extends EntryPolicy {
    protected readonly resource = resource;
  }
  named(ContentTypePolicy, restBase, 'Policy');

  @Module({
    imports: [EntryResourcesModule, ...(supports.includes('revisions') ? [revisionsModule(resource.type)] : [])],
    controllers: [named(contentTypeController(declaration, resource, ContentTypePolicy), restBase, 'Controller')],
    providers: [ContentTypePolicy],
  })
  class ContentTypeModule implements OnModuleInit {
    constructor(private readonly embeds: EntryEmbedsService) {}

    onModuleInit(): void {
      this.embeds.register(resource);
    }
  }
  return ContentTypeModule;
}
