import { NestFactory } from '@nestjs/core';
import { loadConfig } from '@nestpress/server';
import { appModule } from './app.module.js';

const config = loadConfig();
const app = await NestFactory.create(appModule(config));
app.enableShutdownHooks();
await app.listen(config.port, config.host);
