import { Module } from '@nestjs/common';
import { SiteLanguagesController } from './site-languages.controller.js';
import { SiteLanguagesPolicy, SiteLanguagesService } from './site-languages.service.js';

/** The languages of the site in nestpress/v1. */
@Module({ controllers: [SiteLanguagesController], providers: [SiteLanguagesPolicy, SiteLanguagesService] })
export class SiteLanguagesModule {}
