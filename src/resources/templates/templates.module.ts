import { Module, type Type } from '@nestjs/common';
import { UsersContentModule } from '../../content/users/users-content.module.js';
import { named } from '../../rest/route/route.decorators.js';
import { type ContentModel } from '../../site/model/content-model.js';
import { EntryResourcesModule } from '../entries/entry-resources.module.js';
import { templatesController } from './templates.controller.js';
import { templateFields } from './templates.fields.js';
import { TemplatesPolicy } from './templates.policy.js';
import { TemplatesService } from './templates.service.js';

/** Templates and template parts that are stored in the database. */
export function templatesModule(model: ContentModel): Type<object> {
  const controllers = ['wp_template', 'wp_template_part'].map((name) => {
    const type = model.types.get(name)!;
    return named(templatesController({ type, fields: templateFields(type) }), type.restBase!, 'Controller');
  });

  @Module({
    imports: [EntryResourcesModule, UsersContentModule],
    controllers,
    providers: [TemplatesPolicy, TemplatesService],
  })
  class TemplatesModule {}
  return TemplatesModule;
}
