import { Injectable, Module, type Type } from '@nestjs/common';
import { LearnedFilesStore } from '../../alongside/learning/learned-files.store.js';
import { UsersContentModule } from '../../modules/users/users-content.module.js';
import { named } from '../../rest/route/route.decorators.js';
import { type ContentModel } from '../../site/model/content-model.js';
import { type PostType } from '../../site/model/post-types.js';
import { EntryResourcesModule } from '../../modules/entries/entry-resources.module.js';
import { AutosavesService } from '../../modules/revisions/autosaves.service.js';
import { RevisionsService } from '../../modules/revisions/revisions.service.js';
import { templateRevisionsController } from './template-revisions.controller.js';
import { TemplateRevisionsPolicy } from './template-revisions.policy.js';
import { TemplateRevisionsService } from './template-revisions.service.js';
import { templatesController } from './templates.controller.js';
import { templateFields, templateRevisionFields } from './templates.fields.js';
import { TemplatesLoader } from './templates.loader.js';
import { TemplatesPolicy } from './templates.policy.js';
import { TemplatesService } from './templates.service.js';

/** Templates and template parts, and their former versions. */
export function templatesModule(model: ContentModel): Type<object> {
  const parts = ['wp_template', 'wp_template_part'].map((name) => routesOf(model.types.get(name)!));

  @Module({
    imports: [EntryResourcesModule, UsersContentModule],
    controllers: parts.flatMap(({ controllers }) => controllers),
    providers: [
      TemplatesPolicy,
      TemplatesLoader,
      LearnedFilesStore,
      TemplatesService,
      TemplateRevisionsService,
      RevisionsService,
      AutosavesService,
      ...parts.map(({ policy }) => policy),
    ],
  })
  class TemplatesModule {}
  return TemplatesModule;
}

/** The address of a template has slashes, so those of its versions come first. */
function routesOf(type: PostType): { controllers: Type<object>[]; policy: Type<TemplateRevisionsPolicy> } {
  const revisions = { type, fields: templateRevisionFields(type) };

  @Injectable()
  class RevisionsPolicyOfType extends TemplateRevisionsPolicy {
    protected readonly resource = revisions;
  }
  named(RevisionsPolicyOfType, type.restBase!, 'RevisionsPolicy');

  const controllers = [
    named(templateRevisionsController(revisions, RevisionsPolicyOfType), type.restBase!, 'RevisionsController'),
    named(templatesController({ type, fields: templateFields(type) }), type.restBase!, 'Controller'),
  ];
  return { controllers, policy: RevisionsPolicyOfType };
}
