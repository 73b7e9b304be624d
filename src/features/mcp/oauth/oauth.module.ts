import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../../database/index.js';
import { TokensDataModule } from '../../../modules/tokens/index.js';
import { McpToolsModule } from '../mcp-tools.module.js';
import { AuthorizationController } from './authorization.controller.js';
import { AuthorizationPolicy } from './authorization.policy.js';
import { AuthorizationsService } from './authorizations.service.js';
import { AuthorizationCode, CreateOAuthTables1763531000000, OAuthClient } from './oauth.entities.js';
import { OAuthClientsController } from './oauth-clients.controller.js';
import { OAuthClientsService } from './oauth-clients.service.js';
import { OAuthController } from './oauth.controller.js';

/** OAuth 2.1 for agents, with the tokens of apps and a consent page in the console. */
@Module({
  imports: [
    DatabaseModule.forFeature([OAuthClient, AuthorizationCode], [CreateOAuthTables1763531000000]),
    TokensDataModule,
    McpToolsModule,
  ],
  controllers: [OAuthController, AuthorizationController, OAuthClientsController],
  providers: [OAuthClientsService, AuthorizationsService, AuthorizationPolicy],
})
export class OAuthModule {}
