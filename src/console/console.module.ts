import { Module } from '@nestjs/common';
import { ConsoleFilesService } from './console-files.service.js';
import { ConsoleController } from './console.controller.js';
import { SetupService } from './setup.service.js';

@Module({ controllers: [ConsoleController], providers: [ConsoleFilesService, SetupService] })
export class ConsoleModule {}
