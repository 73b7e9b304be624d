import { Module } from '@nestjs/common';
import { EntriesModule } from '../../content/entries/entries.module.js';
import { LearnedContentStore } from '../../content/learning/learned-content.store.js';
import { ThemesController } from './themes.controller.js';
import { ThemesPolicy } from './themes.policy.js';

@Module({ imports: [EntriesModule], controllers: [ThemesController], providers: [ThemesPolicy, LearnedContentStore] })
export class ThemesModule {}
