import { Module } from '@nestjs/common';
import { EntriesModule } from '../entries/entries.module.js';
import { TermsDataModule } from '../terms/terms-data.module.js';
import { UsersDataModule } from '../users/users-data.module.js';
import { ArchiveAddressesService } from './archive-addresses.service.js';
import { FormerAddressesService } from './former-addresses.service.js';

/** What is at an address of the site, besides its entries (`AddressesStore`). */
@Module({
  imports: [EntriesModule, TermsDataModule, UsersDataModule],
  providers: [ArchiveAddressesService, FormerAddressesService],
  exports: [EntriesModule, ArchiveAddressesService, FormerAddressesService],
})
export class AddressesDataModule {}
