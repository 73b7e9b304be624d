import { Global, Module } from '@nestjs/common';
import { ContentService } from './content.service.js';

/** Content for code. Global, so that modules of a site need not import it. */
@Global()
@Module({ providers: [ContentService], exports: [ContentService] })
export class ContentModule {}
