import { type INestApplicationContext, type Type } from '@nestjs/common';
import { type RequestHandler } from 'express';
import { type ContentModel } from './content-model/content-model.js';
import { type ContentDeclaration } from './content-model/declarations.js';
import { type ModuleImport } from './hooks/load-modules.js';
import { type Database, type Transaction } from './database/database.js';
import { type MediaDialect } from './variant/media.variants.js';
import { type PluginSetting } from './modules/settings/plugin-settings.js';
import { type Config } from './platform/config/config.js';
import { type Listener } from './platform/config/variable.decorators.js';
import { type NamedCheck } from './platform/diagnostics/checks.js';
import { type RequestObservation } from './rest/rest-options.js';
import { type PhpValue } from './text/php/index.js';
import { type Profile } from './variant/profile.js';

/** Where a service starts. */
export interface FeatureSite {
  readonly config: Config;
  /** Whether Nestpress installed the site; the defaults of a WordPress database are more cautious. */
  readonly isInstalledHere: boolean;
}

/** The service that a feature becomes part of. The database is open until the service is defined. */
export interface FeatureContext extends FeatureSite, DefinitionsSource {
  readonly profile: Profile;
  /** Namespaces of all active features. */
  readonly namespaces: ReadonlySet<string>;
  /** Paths of all active features. */
  readonly paths: ReadonlySet<string>;
  /** What the owner declares. */
  readonly content: readonly ContentDeclaration[];
  /** What features found in the database (`findContent`), as far as it fits. */
  readonly stored: readonly ContentDeclaration[];
}

/** What a feature adds to a service. */
export interface Contribution {
  readonly modules?: readonly ModuleImport[];
  /** Content types, taxonomies and meta keys besides those of the owner. */
  readonly content?: readonly ContentDeclaration[];
  /** Further content, which depends on the types and taxonomies of all declarations. */
  contentFor?(model: ContentModel): readonly ContentDeclaration[];
  /** Settings that plugins registered. */
  readonly settings?: readonly PluginSetting[];
  /** What the site has instead of the profile's. */
  readonly media?: Partial<MediaDialect>;
  /** Whether the theme supports HTML5, unless the configuration says so. */
  readonly html5?: boolean;
  /** Responds to requests that nothing else responds to. */
  readonly fallback?: Type<{ readonly middleware: RequestHandler }>;
  /** Whether items have ETags, for conditional writes. */
  readonly itemEtags?: boolean;
  /** Whether a site without the keys of login cookies gets some. */
  readonly generatesKeys?: boolean;
  /** What is measured of every request. */
  readonly observe?: Partial<RequestObservation>;
}

/** Where the definitions that a service is built from are stored. */
export interface DefinitionsSource {
  readonly config: Config;
  readonly database: Database;
  /** The option `active_plugins`. */
  readonly plugins: PhpValue | undefined;
  /** Options of the front end that the database has. */
  readonly frontEnd: readonly string[];
}

/** Records what the operator changes on the command line. */
export type OperatorLog = (
  tx: Transaction,
  event: string,
  facts: { objectType: string; objectId: number; objectName: string; details: Readonly<Record<string, unknown>> },
) => Promise<void>;

/**
 * A part of the service that can be left out: a folder of src/features and its line in src/features.ts. The core imports no
 * feature; what it needs to know of one is declared here, and its environment variables in NAME.config.ts (`addConfigGroup`).
 */
export interface Feature {
  /** The name of its folder. */
  readonly name: string;
  /** Features that it imports. It is active only if they are. */
  readonly requires?: readonly Feature[];
  /** Namespaces of the REST API that it registers. */
  readonly namespaces?: readonly string[];
  /** Paths that it serves outside of the REST API, such as /console. */
  readonly paths?: readonly string[];
  /** Path of the page on which the owner of a new site chooses name and password. */
  readonly setupPath?: string;
  /** What the greeting of the service names, by label. */
  readonly links?: Readonly<Record<string, string>>;
  /** Checks of `nestpress doctor`. */
  readonly checks?: readonly NamedCheck[];
  /** Modules of the command line only. */
  readonly commandModules?: readonly ModuleImport[];
  /** Whether it serves owners or visitors in a browser, which no WordPress does in the same way; not part of comparisons with one. */
  readonly isWeb?: boolean;
  /** On by default. */
  isActive?(site: FeatureSite): boolean;
  /** Ports it listens on, by the variable that sets them. */
  ports?(config: Config): Readonly<Record<string, Listener | undefined>>;
  /** Called once before the service starts, when the database is ready. */
  prepare?(config: Config): Promise<void>;
  /**
   * Content types and taxonomies that the database describes, before anything is contributed: the owner's declarations have
   * precedence over them, and they have precedence over contributed ones.
   */
  findContent?(
    site: FeatureSite & DefinitionsSource & Pick<FeatureContext, 'profile' | 'content'>,
  ): readonly ContentDeclaration[] | Promise<readonly ContentDeclaration[]>;
  contribute?(context: FeatureContext): Contribution | Promise<Contribution>;
  /** A text that changes with what `findContent` and `contribute` read in the database: then the service starts again. */
  definitionsVersion?(source: DefinitionsSource): string | Promise<string>;
  /** Called in each process that serves requests, before it listens. */
  start?(app: INestApplicationContext, config: Config): Promise<void>;
  /** Called in the primary process, if there are several. */
  startPrimary?(config: Config): Promise<void>;
  /** Called when a backup has replaced the site of a database server. */
  afterRestore?(database: Database): Promise<void>;
  /** Undefined where the site does not have the log. */
  operatorLog?(database: Database): Promise<OperatorLog | undefined>;
}

/** Declares a feature. */
export function defineFeature(feature: Feature): Feature {
  return feature;
}
