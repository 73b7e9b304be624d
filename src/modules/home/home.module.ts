import { type DynamicModule, Module } from '@nestjs/common';
import { FaviconController } from './favicon.controller.js';
import { FaviconService } from './favicon.service.js';
import { HomeController } from './home.controller.js';
import { NonceController } from './nonce.controller.js';

@Module({})
export class HomeModule {
  /** Without the home page if the site has pages of its own. */
  static register({ servesHomePage }: { servesHomePage: boolean }): DynamicModule {
    const controllers = [...(servesHomePage ? [HomeController] : []), FaviconController, NonceController];
    return { module: HomeModule, controllers, providers: [FaviconService] };
  }
}
