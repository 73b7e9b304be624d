import { Module, type OnModuleInit } from '@nestjs/common';
import { ChangeFeedModule } from '../change-feed/changes.module.js';
import { ChangesService } from '../change-feed/changes.service.js';
import { GraphAdditionsModule } from '../graphql/graph-additions.module.js';
import { GraphAdditionsRegistry } from '../graphql/schema/graph-additions.registry.js';
import { entryChanges } from './entry-changes.js';

@Module({ imports: [ChangeFeedModule, GraphAdditionsModule] })
export class GraphqlChangesModule implements OnModuleInit {
  constructor(
    private readonly changes: ChangesService,
    private readonly additions: GraphAdditionsRegistry,
  ) {}

  onModuleInit(): void {
    this.additions.add({ extend: (text) => entryChanges(text, this.changes) });
  }
}
