import { Module } from '@nestjs/common';
import { WordPressClient } from './wordpress.client.js';
import { WordPressStats } from './wordpress-stats.js';

/** The WordPress alongside, where one is configured. */
@Module({ providers: [WordPressClient, WordPressStats], exports: [WordPressClient, WordPressStats] })
export class WordPressModule {}
