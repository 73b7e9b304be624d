import { Module } from '@nestjs/common';
import { SiteLanguagesController } from './site-languages.controller.js';
import { SiteLanguagesService } from './site-languages.service.js';
import { SiteLanguagesPolicy } from './site-languages.policy.js';

/** The languages of the site in nestpress/v1. */
@Module({ controllers: [SiteLanguagesController], providers: [SiteLanguagesPolicy, SiteLanguagesService] })
export class SiteLanguagesModule {}
