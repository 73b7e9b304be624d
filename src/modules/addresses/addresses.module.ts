import { Module } from '@nestjs/common';
import { AddressesController } from './addresses.controller.js';
import { AddressesDataModule } from './addresses-data.module.js';
import { AddressesService } from './addresses.service.js';

/** The route of nestpress/v1 that says what is at an address. */
@Module({ imports: [AddressesDataModule], controllers: [AddressesController], providers: [AddressesService] })
export class AddressesModule {}
