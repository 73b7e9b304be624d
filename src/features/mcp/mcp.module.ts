import { type DynamicModule, Module } from '@nestjs/common';
import { DatabaseModule } from '../../database/index.js';
import { TokensDataModule } from '../../modules/tokens/index.js';
import { AgentImagesService } from './agent-images.service.js';
import { AgentResourcesService } from './agent-resources.service.js';
import { McpServerService } from './mcp-server.service.js';
import { McpSettingsController } from './mcp-settings.controller.js';
import { McpToolsModule } from './mcp-tools.module.js';
import { HAS_OAUTH, McpController } from './mcp.controller.js';
import { OAuthModule } from './oauth/oauth.module.js';
import { AgentSubscription, CreateAgentSubscriptions1763590000001 } from './sessions/agent-subscription.entity.js';
import { AgentSubscriptionsStore } from './sessions/agent-subscriptions.store.js';
import { AgentUpdatesService } from './sessions/agent-updates.service.js';

/** Agents that read and write content, by the Model Context Protocol. */
@Module({})
export class McpModule {
  /** Users connect agents on a page of the console; without it, agents have application passwords. */
  static register({ hasConsole }: { hasConsole: boolean }): DynamicModule {
    return {
      module: McpModule,
      imports: [
        McpToolsModule,
        TokensDataModule,
        DatabaseModule.forFeature([AgentSubscription], [CreateAgentSubscriptions1763590000001]),
        ...(hasConsole ? [OAuthModule] : []),
      ],
      controllers: [McpController, McpSettingsController],
      providers: [
        McpServerService,
        AgentImagesService,
        AgentResourcesService,
        AgentSubscriptionsStore,
        AgentUpdatesService,
        { provide: HAS_OAUTH, useValue: hasConsole },
      ],
    };
  }
}
