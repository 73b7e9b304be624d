import { Module } from '@nestjs/common';
import { EntriesModule } from '../../modules/entries/entries.module.js';
import { LearnedContentStore } from '../../alongside/learning/learned-content.store.js';
import { ThemesController } from './themes.controller.js';
import { ThemesPolicy } from './themes.policy.js';

@Module({ imports: [EntriesModule], controllers: [ThemesController], providers: [ThemesPolicy, LearnedContentStore] })
export class ThemesModule {}
