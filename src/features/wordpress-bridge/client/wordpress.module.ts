import { Module } from '@nestjs/common';
import { WordPressClient } from './wordpress.client.js';
import { HealthModule } from '../../../platform/health/index.js';

/** The WordPress alongside, where one is configured. */
@Module({ imports: [HealthModule], providers: [WordPressClient], exports: [WordPressClient, HealthModule] })
export class WordPressModule {}
