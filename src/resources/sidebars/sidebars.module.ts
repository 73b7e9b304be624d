import { Module } from '@nestjs/common';
import { SidebarsController, SidebarsPolicy } from './sidebars.controller.js';

@Module({ controllers: [SidebarsController], providers: [SidebarsPolicy] })
export class SidebarsModule {}
