import { Module } from '@nestjs/common';
import { HomeController } from './home.controller.js';
import { NonceController } from './nonce.controller.js';

@Module({ controllers: [HomeController, NonceController] })
export class HomeModule {}
