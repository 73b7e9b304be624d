import { Logger } from '@nestjs/common';
import { defineFeature } from '../../feature.js';
import { checkAcf } from './acf.check.js';
import { AcfDeclarations } from './acf-declarations.js';
import { AcfModule } from './acf.module.js';
import { definitionsVersion, readDefinitions } from './definitions/read-definitions.js';
import { FieldSets } from './field-sets.js';

/** Fields of Advanced Custom Fields and Secure Custom Fields, where one of them is active or ACF_JSON names definitions. */
export const ACF = defineFeature({
  name: 'acf',
  checks: [['acf', checkAcf]],
  definitionsVersion: ({ database, config, plugins }) => definitionsVersion(database, config, plugins),
  async contribute({ database, config, plugins, namespaces }) {
    const definitions = await readDefinitions(database, config, plugins);
    if (!definitions) return {};
    const sets = new FieldSets(definitions);
    for (const problem of sets.problems) new Logger('AdvancedCustomFields').warn(problem);
    const declarations = new AcfDeclarations(sets);
    return {
      modules: [AcfModule.forRoot(declarations, { hasAdminApi: namespaces.has('nestpress/v1') })],
      content: declarations.meta(),
      contentFor: (model) => declarations.fields(model),
    };
  },
});
