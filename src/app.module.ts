import { join } from 'node:path';
import { type DynamicModule, Module } from '@nestjs/common';
import { type AccessOptions } from './access/access-options.js';
import { AccessModule } from './access/access.module.js';
import { DatabaseModule } from './database/database.module.js';
import { ENTRY_VERSION_RULES } from './modules/entries/model/entry-sources.js';
import { type DatabaseOptions } from './database/drivers/options.js';
import { HooksModule } from './hooks/hooks.module.js';
import { HomeModule } from './modules/home/home.module.js';
import { type OwnModules } from './hooks/load-modules.js';
import { type Config } from './platform/config/config.js';
import { ConfigModule } from './platform/config/config.module.js';
import { HealthModule } from './platform/health/health.module.js';
import { JobsModule } from './platform/jobs/jobs.module.js';
import { LimitsModule } from './platform/limits/limits.module.js';
import { MailModule } from './platform/mail/mail.module.js';
import { LocalStorage } from './platform/uploads/local.storage.js';
import { S3Storage } from './platform/uploads/s3.storage.js';
import { UploadInbox } from './platform/uploads/upload-inbox.js';
import { UploadsModule } from './platform/uploads/uploads.module.js';
import { RestModule } from './rest/rest.module.js';
import { type RequestObservation } from './rest/rest-options.js';
import { ContentModel } from './content-model/content-model.js';
import { languagesIn } from './site/installed-languages.js';
import { SiteModule } from './site/site.module.js';
import { type Profile } from './variant/profile.js';
import { type Contribution } from './feature.js';
import { VariantModule } from './variant.module.js';

/** What a service is made of, besides its configuration. */
export interface ServiceParts extends Required<OwnModules> {
  readonly profile: Profile;
  /** Names of the active features. */
  readonly features: ReadonlySet<string>;
  /** What these add. */
  readonly added: readonly Contribution[];
}

@Module({})
export class AppModule {
  static forRoot(config: Config, { profile, features, modules, content, added }: ServiceParts): DynamicModule {
    const { basePath, bodyLimit, uploadLimit, siteUrl, uploadsUrl, corsOrigins, hstsSeconds } = config;
    const imported = added.flatMap((contribution) => contribution.content ?? []);
    const declared = new ContentModel(content, profile.content, imported);
    const dependent = added.flatMap((contribution) => contribution.contentFor?.(declared) ?? []);
    const model =
      dependent.length > 0 ? new ContentModel(content, profile.content, [...imported, ...dependent]) : declared;
    const inbox = new UploadInbox(config.uploadsDir);
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(withTheme(config, added), features),
        DatabaseModule.forRoot(databaseOptions(config)),
        SiteModule.forRoot({
          siteUrl,
          ...(config.frontEnd.links && { frontEndUrl: config.frontEnd.url }),
          uploadsUrl,
          basePath,
          plainRoot: profile.rest.plainRoot,
          dates: profile.text.rules,
          // WordPress has its translations next to the uploads.
          languages: [...config.languages, ...languagesIn(join(config.uploadsDir, '..', 'languages'))],
          model,
        }),
        LimitsModule.forRoot({ redisUrl: config.redisUrl }),
        AccessModule.forRoot(
          accessOptions(config, profile, { generatesKeys: added.some(({ generatesKeys }) => generatesKeys) }),
        ),
        HooksModule,
        JobsModule.forRoot({ graceMs: config.shutdownSeconds * 1000, works: config.background }),
        MailModule,
        UploadsModule.forRoot(inbox, config.s3 ? new S3Storage(config.s3) : new LocalStorage(config.uploadsDir)),
        RestModule.forRoot({
          basePath,
          cacheBytes: config.cacheMb * 1_048_576,
          redisUrl: config.redisUrl,
          bodyLimit,
          uploadLimit,
          corsOrigins: corsOrigins === 'any' ? undefined : corsOrigins,
          hstsSeconds,
          itemEtags: added.some(({ itemEtags }) => itemEtags),
          maxStreams: config.maxStreams,
          inbox,
          observe: requestObservation(config, added),
        }),
        VariantModule.forRoot(config.variant, model, {
          media: added.find(({ media }) => media)?.media,
          settings: added.flatMap(({ settings = [] }) => settings),
          themeTemplates: config.themeTemplates,
          routeModules: config.routeModules,
        }),
        HealthModule,
        HomeModule.register({ servesHomePage: !added.some(({ fallback }) => fallback) }),
        ...added.flatMap((contribution) => contribution.modules ?? []),
        ...modules,
      ],
    };
  }
}

/** With the theme's markup as a feature found it, unless the configuration sets it. */
function withTheme(config: Config, added: readonly Contribution[]): Config {
  const html5 = config.presentation.html5 ?? added.find((contribution) => contribution.html5 !== undefined)?.html5;
  return html5 === undefined ? config : { ...config, presentation: { ...config.presentation, html5 } };
}

function requestObservation({ observe }: Config, added: readonly Contribution[]): RequestObservation {
  const measured = added.map((contribution) => contribution.observe ?? {});
  return {
    ...observe,
    stats: measured.some(({ stats }) => stats),
    tracing: measured.some(({ tracing }) => tracing),
    requestQueries: observe.serverTiming !== 'off' || measured.some(({ requestQueries }) => requestQueries),
  };
}

function databaseOptions(config: Config): DatabaseOptions {
  return {
    url: config.databaseUrl,
    file: config.databaseFile,
    tablePrefix: config.tablePrefix,
    findsNetwork: config.network,
    poolSize: config.databasePool,
    // Commands such as import and export may take long.
    timeoutMs: config.background ? config.databaseTimeout * 1000 : undefined,
    contentLimits: config.background ? { written: config.contentLimit, read: config.responseLimit } : undefined,
    replicas: config.databaseReplicas,
    mapsFile: config.background,
    versionRules: ENTRY_VERSION_RULES,
  };
}

/** Login cookies can only be checked with all four of the keys that sign them. */
function accessOptions(
  config: Config,
  { rest }: Profile,
  { generatesKeys }: Pick<AccessOptions, 'generatesKeys'>,
): AccessOptions {
  const { siteUrl, accountPasswords, rateLimit, keys } = config;
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
    ignoresWrongCredentials: rest.authentication === 'wp7',
    refusesForumHashes: rest.authentication === 'wp7',
    rateLimit,
    keys: complete,
    generatesKeys,
  };
}
