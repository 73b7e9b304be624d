import { Module } from '@nestjs/common';
import { WordPressModule } from '../client/wordpress.module.js';
import { WordPressProxyService } from './wordpress-proxy.service.js';
import { WordPressRoutesService } from './wordpress-routes.service.js';

/** Routes that only the WordPress at WORDPRESS_URL has; without that address it does nothing. */
@Module({
  imports: [WordPressModule],
  providers: [WordPressRoutesService, WordPressProxyService],
})
export class WordPressProxyModule {}
