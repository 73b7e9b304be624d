import { Module } from '@nestjs/common';
import { GraphAdditionsRegistry } from './schema/graph-additions.registry.js';

/** What other features add to the schema. */
@Module({ providers: [GraphAdditionsRegistry], exports: [GraphAdditionsRegistry] })
export class GraphAdditionsModule {}
