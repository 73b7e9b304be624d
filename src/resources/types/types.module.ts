import { Module } from '@nestjs/common';
import { TypesController } from './types.controller.js';
import { TypesPolicy } from './types.policy.js';

@Module({ controllers: [TypesController], providers: [TypesPolicy] })
export class TypesModule {}
