import { type DynamicModule, Module } from '@nestjs/common';
import { type AccessOptions } from './access/access-options.js';
import { AccessModule } from './access/access.module.js';
import { DatabaseModule } from './database/database.module.js';
import { acceptLearned } from './alongside/learning/accept-learned.js';
import { type LearnedContent } from './alongside/learning/learned-content.js';
import { LearningModule } from './alongside/learning/learning.module.js';
import { ENTRY_VERSION_RULES } from './modules/entries/entry-sources.js';
import { ConsoleModule } from './console/console.module.js';
import { type DatabaseOptions } from './database/engine/options.js';
import { HomeModule } from './home/home.module.js';
import { ObserveModule } from './observe/observe.module.js';
import { type Extensions } from './load-extensions.js';
import { type Config } from './platform/config/config.js';
import { ConfigModule } from './platform/config/config.module.js';
import { HealthModule } from './platform/health/health.module.js';
import { JobsModule } from './platform/jobs/jobs.module.js';
import { LimitsModule } from './platform/limits/limits.module.js';
import { MailModule } from './platform/mail/mail.module.js';
import { NO_WEB_FEATURES, type WebFeatures } from './platform/start/web-features.js';
import { LocalStorage } from './platform/uploads/local.storage.js';
import { S3Storage } from './platform/uploads/s3.storage.js';
import { UploadInbox } from './platform/uploads/upload-inbox.js';
import { UploadsModule } from './platform/uploads/uploads.module.js';
import { RestModule } from './rest/rest.module.js';
import { type RequestObservation } from './rest/rest-options.js';
import { SitePagesModule } from './site-pages/site-pages.module.js';
import { ContentModel } from './site/model/content-model.js';
import { SiteModule } from './site/site.module.js';
import { type MediaDialect } from './variant/profile.js';
import { PROFILES } from './variant/profiles.js';
import { VariantModule } from './variant/variant.module.js';

@Module({})
export class AppModule {
  static forRoot(
    config: Config,
    { modules = [], content = [], learned }: Extensions = {},
    features: WebFeatures = NO_WEB_FEATURES,
  ): DynamicModule {
    const { basePath, bodyLimit, uploadLimit, siteUrl, uploadsUrl, corsOrigins, hstsSeconds } = config;
    const core = PROFILES[config.variant].content;
    const { accepted, conflicts } = acceptLearned(content, core, learned);
    const model = new ContentModel(content, core, accepted);
    const inbox = new UploadInbox(config.uploadsDir);
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(withLearnedTheme(config, learned), features),
        DatabaseModule.forRoot(databaseOptions(config)),
        SiteModule.forRoot({
          siteUrl,
          uploadsUrl,
          basePath,
          plainRoot: PROFILES[config.variant].rest.plainRoot,
          dates: PROFILES[config.variant].text.dates,
          model,
        }),
        LimitsModule.forRoot({ redisUrl: config.redisUrl }),
        AccessModule.forRoot(accessOptions(config, features)),
        JobsModule.forRoot({ graceMs: config.shutdownSeconds * 1000, works: config.background }),
        MailModule,
        UploadsModule.forRoot(inbox, config.s3 ? new S3Storage(config.s3) : new LocalStorage(config.uploadsDir)),
        RestModule.forRoot({
          basePath,
          cacheBytes: config.responseCache ? config.cacheMb * 1_048_576 : 0,
          redisUrl: config.redisUrl,
          bodyLimit,
          uploadLimit,
          corsOrigins: corsOrigins === 'any' ? undefined : corsOrigins,
          hstsSeconds,
          itemEtags: features.api,
          inbox,
          observe: requestObservation(config),
        }),
        VariantModule.forRoot(config.variant, model, {
          hasApi: features.api,
          media: learnedMedia(learned),
          settings: learned?.settings,
        }),
        HealthModule,
        HomeModule.register({ hasFrontDoor: !features.pages }),
        ObserveModule,
        ...(features.console ? [ConsoleModule] : []),
        ...(features.pages ? [SitePagesModule] : []),
        ...(config.wordpress ? [LearningModule.forRoot({ conflicts, ...(learned && { learned }) })] : []),
        ...modules,
      ],
    };
  }
}

/** The theme's markup as learned from WordPress, unless the configuration sets it. */
function withLearnedTheme(config: Config, { html5 }: Pick<LearnedContent, 'html5'> = {}): Config {
  if (html5 === undefined || config.presentation.html5 !== undefined) return config;
  return { ...config, presentation: { ...config.presentation, html5 } };
}

/** The image sizes that themes and plugins registered, instead of those of a WordPress without any. */
function learnedMedia({ imageSizes, largestSide }: Pick<LearnedContent, 'imageSizes' | 'largestSide'> = {}):
  Partial<MediaDialect> | undefined {
  if (imageSizes === undefined) return undefined;
  return { furtherSizes: imageSizes, ...(largestSide !== undefined && { largestSide: largestSide || undefined }) };
}

function requestObservation({ observe }: Config): RequestObservation {
  return { ...observe, stats: observe.metricsPort !== undefined };
}

function databaseOptions(config: Config): DatabaseOptions {
  return {
    url: config.databaseUrl,
    file: config.databaseFile,
    tablePrefix: config.tablePrefix,
    poolSize: config.databasePool,
    // Commands such as import and export may take long.
    timeoutMs: config.background ? config.databaseTimeout * 1000 : undefined,
    replicas: config.databaseReplicas,
    replicaLagMs: config.databaseReplicaLagMs,
    mapsFile: config.background,
    versionRules: ENTRY_VERSION_RULES,
  };
}

/** Login cookies can only be checked with all four of the keys that sign them. */
function accessOptions(config: Config, features: WebFeatures): AccessOptions {
  const { siteUrl, accountPasswords, rateLimit, keys, variant } = config;
  const { loggedInKey, loggedInSalt, nonceKey, nonceSalt, authKey, authSalt, secureAuthKey, secureAuthSalt } = keys;
  const complete =
    loggedInKey && loggedInSalt && nonceKey && nonceSalt
      ? {
          loggedInKey,
          loggedInSalt,
          nonceKey,
          nonceSalt,
          ...(authKey && authSalt && { auth: authKey + authSalt }),
          ...(secureAuthKey && secureAuthSalt && { secureAuth: secureAuthKey + secureAuthSalt }),
        }
      : undefined;
  return {
    siteUrl,
    applicationPasswords: true,
    accountPasswords,
    ignoresWrongCredentials: PROFILES[variant].rest.ignoresWrongCredentials,
    refusesForumHashes: PROFILES[variant].rest.refusesForumHashes,
    rateLimit,
    keys: complete,
    generatesKeys: features.console,
  };
}
