import { Module } from '@nestjs/common';
import { AgentToolsRegistry } from './agent-tools.registry.js';
import { AgentToolsService } from './agent-tools.service.js';
import { McpSettingsService } from './mcp-settings.service.js';
import { OfferedToolsService } from './offered-tools.service.js';

/** What agents may do, whichever protocol they speak. */
@Module({
  providers: [McpSettingsService, AgentToolsRegistry, OfferedToolsService, AgentToolsService],
  exports: [McpSettingsService, OfferedToolsService, AgentToolsService],
})
export class McpToolsModule {}
