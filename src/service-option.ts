import { type DynamicModule, type INestApplicationContext, type Type } from '@nestjs/common';
import { type RequestHandler } from 'express';
import { type PluginSetting } from './modules/settings/plugin-settings.js';
import { type Config } from './platform/config/config.js';
import { type WebFeatures } from './platform/start/web-features.js';
import { type ContentModel } from './site/model/content-model.js';
import { type ContentDeclaration } from './site/model/declarations.js';
import { type MediaDialect } from './modules/media/media.variants.js';
import { type Profile } from './variant/profile.js';

export type NestModule = Type | DynamicModule;

/** The service that an option becomes part of. */
export interface OptionContext {
  readonly config: Config;
  readonly features: WebFeatures;
  readonly profile: Profile;
  /** What the owner declares. */
  readonly content: readonly ContentDeclaration[];
}

/** What an option adds to a service. */
export interface Contribution {
  readonly modules?: readonly NestModule[];
  /** Content types, taxonomies and meta keys besides those of the owner. */
  readonly content?: readonly ContentDeclaration[];
  /** Settings that plugins registered. */
  readonly settings?: readonly PluginSetting[];
  /** What the site has instead of the profile's. */
  readonly media?: Partial<MediaDialect>;
  /** Whether the theme supports HTML5, unless the configuration says so. */
  readonly html5?: boolean;
  /** Responds to requests that nothing else responds to. */
  readonly fallback?: Type<{ readonly middleware: RequestHandler }>;
}

/**
 * A part of the service that can be left out: a folder and its entry in src/options.ts. The core does not import the
 * folders of options.
 */
export interface ServiceOption {
  /** A variant of the interface. */
  readonly profile?: Profile;
  /** Modules that profiles name in `extensions`. */
  readonly extensions?: Readonly<Record<string, (model: ContentModel) => Type>>;
  /** Called once before the service starts, when the database is ready. */
  prepare?(config: Config, profile: Profile): Promise<void>;
  contribute?(context: OptionContext): Contribution | Promise<Contribution>;
  /** Called in each process that serves requests, before it listens. */
  start?(app: INestApplicationContext, config: Config): Promise<void>;
  /** Called in the primary process, if there are several. */
  startPrimary?(config: Config): Promise<void>;
}
