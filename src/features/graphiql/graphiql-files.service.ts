import { join } from 'node:path';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { packageFolder } from '../../platform/config/index.js';
import { PackagedFiles } from '../../rest/server/index.js';

/** The built files of GraphiQL; a checkout may have been built without them. */
@Injectable()
export class GraphiqlFilesService extends PackagedFiles implements OnModuleInit {
  async onModuleInit(): Promise<void> {
    await this.addFolder(join(packageFolder(), 'packages/graphiql/dist'));
  }
}
