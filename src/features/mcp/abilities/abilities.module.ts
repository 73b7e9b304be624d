import { Module } from '@nestjs/common';
import { NamespaceModule } from '../../../rest/discovery/index.controller.js';
import { McpToolsModule } from '../mcp-tools.module.js';
import { AbilitiesController, AbilityCategoriesController, AbilityRunController } from './abilities.controller.js';
import { AbilitiesPolicy } from './abilities.policy.js';
import { AbilitiesService } from './abilities.service.js';
import { ABILITIES_NAMESPACE } from './core-abilities.js';

/** Abilities of WordPress, from the same table as the tools of agents. */
@Module({
  imports: [NamespaceModule.register(ABILITIES_NAMESPACE), McpToolsModule],
  controllers: [AbilityCategoriesController, AbilityRunController, AbilitiesController],
  providers: [AbilitiesPolicy, AbilitiesService],
})
export class AbilitiesModule {}
