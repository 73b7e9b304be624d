import { type DynamicModule, Global, Module } from '@nestjs/common';
import { UploadInbox } from './upload-inbox.js';
import { UploadStorage } from './upload-storage.js';

@Global()
@Module({})
export class UploadsModule {
  static forRoot(inbox: UploadInbox, storage: UploadStorage): DynamicModule {
    return {
      module: UploadsModule,
      providers: [
        { provide: UploadInbox, useValue: inbox },
        { provide: UploadStorage, useValue: storage },
      ],
      exports: [UploadInbox, UploadStorage],
    };
  }
}
