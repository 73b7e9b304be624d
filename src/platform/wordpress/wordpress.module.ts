import { Module } from '@nestjs/common';
import { WordPressClient } from './wordpress.client.js';

/** The WordPress alongside, where one is configured. */
@Module({ providers: [WordPressClient], exports: [WordPressClient] })
export class WordPressModule {}
