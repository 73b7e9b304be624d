import { Module } from '@nestjs/common';
import { StatusesController } from './statuses.controller.js';
import { StatusesPolicy } from './statuses.policy.js';

@Module({ controllers: [StatusesController], providers: [StatusesPolicy] })
export class StatusesModule {}
