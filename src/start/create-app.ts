import 'reflect-metadata';
import { type Server } from 'node:http';
import { type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { defineService } from './define-service.js';
import { activeOn, FEATURES } from './active-features.js';
import { type OwnModules } from '../hooks/load-modules.js';
import { ENTRY_VERSION_RULES } from '../modules/entries/model/entry-sources.js';
import { type Config } from '../platform/config/config.js';
import { createLogger, PinoLogger } from '../platform/logging/pino.logger.js';
import { type FirstSignIn, prepareDatabase } from '../platform/start/prepare-database.js';
import { runAs } from '../access/current-principal.js';
import { ANONYMOUS } from '../access/principal.js';
import { notingLateFields } from '../content-model/late-fields.js';
import { ContentModel } from '../content-model/content-model.js';
import { UploadedFilesService } from '../modules/media/uploaded-files.service.js';
import { CachedResponseHandler } from '../rest/cache/cached-response-handler.js';
import { ResponseCacheWriter } from '../rest/cache/response-cache-writer.js';
import { FastExpressAdapter } from '../rest/server/fast-express.adapter.js';
import { responseSafetyHeaders, pageSafetyHeaders } from '../rest/server/safety-headers.js';
import { RequestObserverService, RequestIdFactory } from '../rest/observe/request-observer.service.js';
import { CommonHeadersService } from '../rest/response/common-headers.service.js';
import { RequestStatsRegistry } from '../rest/observe/request-stats.registry.js';
import { StrategiesRegistry } from '../access/authentication/strategies.registry.js';
import { ResponseWriter } from '../rest/response/response-writer.js';
import { type Feature } from '../feature.js';
import { RestMiddleware } from '../rest/rest.middleware.js';

/** The complete service, with the modules of its owner, ready for `init()` or `listen()`; used by service.ts and the tests. */
export function createApp(config: Config, own: OwnModules = {}): Promise<INestApplication<Server>> {
  return createAppWith(config, own, () => true);
}

/** The same with some of its features. */
export async function createAppWith(
  config: Config,
  own: OwnModules,
  isIncluded: (feature: Feature) => boolean,
): Promise<INestApplication<Server>> {
  const logger = createLogger(config.logLevel);
  const { module, fallback } = await defineService(config, own, isIncluded);
  const adapter = new FastExpressAdapter(config);
  const app = await NestFactory.create<NestExpressApplication>(module, adapter, {
    logger: new PinoLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  adapter.answerWith({
    handler: app.get(CachedResponseHandler),
    responder: app.get(ResponseWriter),
    writer: app.get(ResponseCacheWriter),
    headers: app.get(CommonHeadersService),
    credentials: app.get(StrategiesRegistry, { strict: false }),
  });
  app.get(RequestStatsRegistry).admission = adapter.admissionCounts;
  if (fallback) adapter.answerUnmatched(app.get(fallback, { strict: false }).middleware);
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', config.trustedProxies.length > 0 ? config.trustedProxies : false);
  app.get(RequestIdFactory).trusts = app.getHttpAdapter().getInstance().get('trust proxy fn');
  app.get(RequestObserverService).logTo(logger);
  app.use(app.get(RequestObserverService).middleware);
  if (app.get(ContentModel, { strict: false }).queries.hasScopes) app.use(readsAsAnonymous);
  if (app.get(ContentModel, { strict: false }).fields.mayBeLate) app.use(notesLateFields);
  app.use(app.get(RestMiddleware).middleware);
  app.use(adapter.callDeclared);
  app.use(responseSafetyHeaders(config.hstsSeconds));
  app.use(app.get(UploadedFilesService, { strict: false }).middleware);
  app.use(pageSafetyHeaders());
  return app;
}

/** Every request reads as an anonymous one until it has been authenticated, and so do site pages. */
const readsAsAnonymous = (_request: unknown, _response: unknown, next: () => void): void => runAs(ANONYMOUS, next);

const notesLateFields = (_request: unknown, _response: unknown, next: () => void): void => notingLateFields(next);

/** Installs a site into an empty database, updates the indexes and prepares the features; call it before `createApp`. */
export async function prepareSite(config: Config): Promise<FirstSignIn | undefined> {
  // A site that awaits its first sign-in was installed by Nestpress.
  const setupPath = activeOn({ config, isInstalledHere: true }).find((feature) => feature.setupPath)?.setupPath;
  const signIn = await prepareDatabase(config, { versionRules: ENTRY_VERSION_RULES, setupPath });
  for (const feature of FEATURES) await feature.prepare?.(config);
  return signIn;
}
