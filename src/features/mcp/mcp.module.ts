import { Module } from '@nestjs/common';
import { AgentToolsService } from './agent-tools.service.js';
import { McpServerService } from './mcp-server.service.js';
import { McpSettingsController } from './mcp-settings.controller.js';
import { McpSettingsService } from './mcp-settings.service.js';
import { McpController } from './mcp.controller.js';

/** What agents may do, whichever protocol they speak. */
@Module({ providers: [McpSettingsService, AgentToolsService], exports: [McpSettingsService, AgentToolsService] })
export class McpToolsModule {}

/** Agents that read and write content, by the Model Context Protocol. */
@Module({
  imports: [McpToolsModule],
  controllers: [McpController, McpSettingsController],
  providers: [McpServerService],
})
export class McpModule {}
