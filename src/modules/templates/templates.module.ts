import { Injectable, Module, type Type } from '@nestjs/common';
import { ImportedFilesService } from '../imported-schema/imported-files.service.js';
import { UsersDataModule } from '../users/users-data.module.js';
import { named } from '../../rest/route/route.decorators.js';
import { type ContentModel } from '../../content-model/content-model.js';
import { type PostType } from '../../content-model/post-types.js';
import { EntriesApiModule } from '../entries/entries-api.module.js';
import { AutosavesService } from '../revisions/autosaves.service.js';
import { RevisionsService } from '../revisions/revisions.service.js';
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
    imports: [EntriesApiModule, UsersDataModule],
    controllers: parts.flatMap(({ controllers }) => controllers),
    providers: [
      TemplatesPolicy,
      TemplatesLoader,
      ImportedFilesService,
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
