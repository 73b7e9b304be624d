import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { RouteRegistry } from '../route/route-registry.js';
import { EmbedRegistry } from './embed.js';

/** Checks the sources of embeds that controllers and fields name, when all modules have registered theirs. */
@Injectable()
export class DeclaredEmbedsService implements OnApplicationBootstrap {
  constructor(
    private readonly routes: RouteRegistry,
    private readonly embeds: EmbedRegistry,
  ) {}

  onApplicationBootstrap(): void {
    for (const { source, owner } of this.routes.embeds) this.embeds.assertRegistered(source, owner);
  }
}
