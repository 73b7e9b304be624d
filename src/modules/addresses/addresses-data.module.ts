import { Module } from '@nestjs/common';
import { EntriesModule } from '../entries/entries.module.js';
import { TermsDataModule } from '../terms/terms-data.module.js';
import { UsersDataModule } from '../users/users-data.module.js';
import { ArchiveAddressesService } from './archive-addresses.service.js';
import { EntryAddressesService } from './entry-addresses.service.js';
import { FormerAddressesService } from './former-addresses.service.js';

/** What is at an address of the site. */
@Module({
  imports: [EntriesModule, TermsDataModule, UsersDataModule],
  providers: [ArchiveAddressesService, EntryAddressesService, FormerAddressesService],
  exports: [EntriesModule, ArchiveAddressesService, EntryAddressesService, FormerAddressesService],
})
export class AddressesDataModule {}
