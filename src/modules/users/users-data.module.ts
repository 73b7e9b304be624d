import { Module } from '@nestjs/common';
import { EntriesModule } from '../entries/entries.module.js';
import { MediaFilesModule } from '../media/media-files.module.js';
import { UserEntriesService } from './user-entries.service.js';
import { UsersStore } from './users.store.js';
import { UsersWriter } from './users.writer.js';

/** Reading and writing users, for every resource that shows or changes them. */
@Module({
  imports: [EntriesModule, MediaFilesModule],
  providers: [UsersStore, UsersWriter, UserEntriesService],
  exports: [UsersStore, UsersWriter, UserEntriesService],
})
export class UsersDataModule {}
