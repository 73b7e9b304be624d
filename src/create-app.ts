import 'reflect-metadata';
import { type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { type Config } from './platform/config/config.js';
import { createLogger, PinoLogger } from './platform/logging/pino.logger.js';
import { UploadedFiles } from './resources/media/uploaded-files.service.js';
import { CacheFront } from './rest/cache/cache-front.js';
import { CacheKeeper } from './rest/cache/cache-keeper.js';
import { FastExpressAdapter } from './rest/http/fast-express.adapter.js';
import { safeAnswers, safePages } from './rest/http/safety-headers.js';
import { RequestIds } from './rest/observe/request-ids.js';
import { RequestObserver } from './rest/observe/request-observer.js';
import { Responder } from './rest/response/responder.js';
import { RestEntry } from './rest/rest-entry.js';

/** The whole service, with any further modules, ready to `init()` or `listen()`; main.ts and the tests start here. */
export async function createApp(config: Config, further: readonly Type[] = []): Promise<NestExpressApplication> {
  const logger = createLogger(config.logLevel);
  const adapter = new FastExpressAdapter(config);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.forRoot(config, further), adapter, {
    logger: new PinoLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  adapter.answerWith({ front: app.get(CacheFront), responder: app.get(Responder), keeper: app.get(CacheKeeper) });
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', config.trustedProxies.length > 0 ? config.trustedProxies : false);
  app.get(RequestIds).trusts = app.getHttpAdapter().getInstance().get('trust proxy fn');
  app.get(RequestObserver).logTo(logger);
  app.use(app.get(RequestObserver).middleware);
  app.use(app.get(RestEntry).middleware);
  app.use(safeAnswers(config.hstsSeconds));
  app.use(app.get(UploadedFiles, { strict: false }).middleware);
  app.use(safePages());
  return app;
}
