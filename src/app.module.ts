import { type DynamicModule, Module } from '@nestjs/common';
import { type AccessOptions } from './access/access-options.js';
import { AccessModule } from './access/access.module.js';
import { DatabaseModule } from './database/database.module.js';
import { ENTRY_VERSION_RULES } from './modules/entries/entry-sources.js';
import { type DatabaseOptions } from './database/drivers/options.js';
import { ExtendModule } from './extend/extend.module.js';
import { HomeModule } from './home/home.module.js';
import { type Extensions } from './load-extensions.js';
import { type Config } from './platform/config/config.js';
import { ConfigModule } from './platform/config/config.module.js';
import { HealthModule } from './platform/health/health.module.js';
import { JobsModule } from './platform/jobs/jobs.module.js';
import { LimitsModule } from './platform/limits/limits.module.js';
import { MailModule } from './platform/mail/mail.module.js';
import { type WebFeatures, webFeatures } from './platform/start/web-features.js';
import { LocalStorage } from './platform/uploads/local.storage.js';
import { S3Storage } from './platform/uploads/s3.storage.js';
import { UploadInbox } from './platform/uploads/upload-inbox.js';
import { UploadsModule } from './platform/uploads/uploads.module.js';
import { RestModule } from './rest/rest.module.js';
import { type RequestObservation } from './rest/rest-options.js';
import { ContentModel } from './site/model/content-model.js';
import { SiteModule } from './site/site.module.js';
import { type Profile } from './variant/profile.js';
import { PROFILES } from './variant/profiles.js';
import { OPTIONS } from './options.js';
import { type Contribution } from './service-option.js';
import { StartError } from './platform/start/start-error.js';
import { VariantRoutesModule } from './variant/variant-routes.module.js';

/** The root module of a service, and what it needs outside of its modules. */
export interface Service {
  readonly module: DynamicModule;
  readonly features: WebFeatures;
  /** Responds to requests that nothing else responds to. */
  readonly fallback?: Contribution['fallback'];
}

/** The service with this configuration, the extensions of its owner, and what the options add. */
export async function defineService(config: Config, { modules = [], content = [] }: Extensions = {}): Promise<Service> {
  const features = await webFeatures(config);
  const profile = profileOf(config);
  const added = await Promise.all(
    OPTIONS.map(async (option) => (await option.contribute?.({ config, features, profile, content })) ?? {}),
  );
  const { fallback } = added.find((one) => one.fallback) ?? {};
  return {
    module: AppModule.forRoot(config, { profile, features, modules, content, added }),
    features,
    ...(fallback && { fallback }),
  };
}

/** The profile of the configured variant. */
export function profileOf({ variant }: Config): Profile {
  const profiles = [...Object.values(PROFILES), ...OPTIONS.flatMap((option) => option.profile ?? [])];
  const profile = profiles.find(({ name }) => name === variant);
  if (!profile) throw new StartError(`VARIANT: "${variant}" is not part of this build.`);
  return profile;
}

interface Parts extends Required<Extensions> {
  readonly profile: Profile;
  readonly features: WebFeatures;
  readonly added: readonly Contribution[];
}

@Module({})
export class AppModule {
  static forRoot(config: Config, { profile, features, modules, content, added }: Parts): DynamicModule {
    const { basePath, bodyLimit, uploadLimit, siteUrl, uploadsUrl, corsOrigins, hstsSeconds } = config;
    const learned = added.flatMap((one) => one.content ?? []);
    const model = new ContentModel(content, profile.content, learned);
    const inbox = new UploadInbox(config.uploadsDir);
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(withTheme(config, added), features),
        DatabaseModule.forRoot(databaseOptions(config)),
        SiteModule.forRoot({
          siteUrl,
          uploadsUrl,
          basePath,
          plainRoot: profile.rest.plainRoot,
          dates: profile.text.rules,
          model,
        }),
        LimitsModule.forRoot({ redisUrl: config.redisUrl }),
        AccessModule.forRoot(accessOptions(config, profile, features)),
        ExtendModule,
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
          itemEtags: features.api,
          maxStreams: config.maxStreams,
          inbox,
          observe: requestObservation(config),
        }),
        VariantRoutesModule.forRoot(profile, model, {
          extensions: Object.assign({}, ...OPTIONS.map(({ extensions }) => extensions)),
          media: added.find(({ media }) => media)?.media,
          settings: added.flatMap(({ settings = [] }) => settings),
        }),
        HealthModule,
        HomeModule.register({ hasFrontDoor: !features.pages }),
        ...added.flatMap((one) => one.modules ?? []),
        ...modules,
      ],
    };
  }
}

/** With the theme's markup as an option found it, unless the configuration sets it. */
function withTheme(config: Config, added: readonly Contribution[]): Config {
  const html5 = config.presentation.html5 ?? added.find((one) => one.html5 !== undefined)?.html5;
  return html5 === undefined ? config : { ...config, presentation: { ...config.presentation, html5 } };
}

function requestObservation({ observe }: Config): RequestObservation {
  return { ...observe, stats: observe.metrics !== undefined };
}

function databaseOptions(config: Config): DatabaseOptions {
  return {
    url: config.databaseUrl,
    file: config.databaseFile,
    tablePrefix: config.tablePrefix,
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
function accessOptions(config: Config, { rest }: Profile, features: WebFeatures): AccessOptions {
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
    ignoresWrongCredentials: rest.authentication === 'current',
    refusesForumHashes: rest.authentication === 'current',
    rateLimit,
    keys: complete,
    generatesKeys: features.console,
  };
}
