import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../database/index.js';
import { AddressesDataModule } from '../../modules/addresses/index.js';
import { AuditLogModule } from '../audit-log/audit-log.module.js';
import { CreateRedirects1763560000000, Redirect } from './redirect.entity.js';
import { RedirectsController } from './redirects.controller.js';
import { RedirectsService } from './redirects.service.js';
import { RedirectsStore } from './redirects.store.js';

/** Former addresses that lead to new ones. */
@Module({
  imports: [DatabaseModule.forFeature([Redirect], [CreateRedirects1763560000000]), AddressesDataModule, AuditLogModule],
  controllers: [RedirectsController],
  providers: [RedirectsStore, RedirectsService],
})
export class RedirectsModule {}
