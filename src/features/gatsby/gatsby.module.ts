import { Module, type OnModuleInit } from '@nestjs/common';
import { ChangeFeedModule } from '../change-feed/changes.module.js';
import { ChangesService } from '../change-feed/changes.service.js';
import { GraphAdditionsModule } from '../graphql/graph-additions.module.js';
import { GraphAdditionsRegistry } from '../graphql/schema/graph-additions.registry.js';
import { actionMonitor } from './action-monitor.js';
import { siteFields } from './site-fields.js';

@Module({ imports: [ChangeFeedModule, GraphAdditionsModule] })
export class GatsbyModule implements OnModuleInit {
  constructor(
    private readonly changes: ChangesService,
    private readonly additions: GraphAdditionsRegistry,
  ) {}

  onModuleInit(): void {
    this.additions.add({
      extend: (text) => {
        siteFields(text);
        actionMonitor(text, this.changes);
      },
    });
  }
}
