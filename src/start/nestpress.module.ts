import { IncomingMessage, type ServerResponse } from 'node:http';
import { type DynamicModule, Inject, type INestApplication, Module, type Type } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { createApp, prepareSite } from './create-app.js';
import { type OwnModules, loadModules } from '../hooks/load-modules.js';
import { type Config } from '../platform/config/config.js';
import { loadConfig } from '../platform/config/load-config.js';
import { signInHelp } from '../platform/start/greeting.js';
import { defaultAddress } from '../platform/start/prepare-database.js';
import { StartError } from '../platform/start/start-error.js';
import { activeFeatures } from './active-features.js';

export interface NestpressOptions extends OwnModules {
  /** Read from the environment by default. */
  readonly config?: Config;
  /** Installs a site into an empty database and prints how to sign in, as `nestpress start` does. */
  readonly install?: boolean;
  /** The variant of the REST API; VARIANT of the configuration by default. */
  readonly variant?: Config['variant'];
  /**
   * A path such as `/cms`, below which everything is served: REST API, uploads, console, OpenAPI, its documentation page, health
   * probes and site pages. Without it, only the REST API, uploads and the console are, at the paths that they have in the service.
   */
  readonly prefix?: string;
}

type Next = (error?: unknown) => void;
type HostRequest = IncomingMessage & { originalUrl?: string; body?: unknown; rawBody?: Buffer };
type Handler = (request: HostRequest, response: ServerResponse, next: Next) => void;

/**
 * Nestpress inside another Nest application. It runs as an application of its own behind a middleware, so that the host
 * may have other global pipes, guards, filters, or another copy of Nest.
 */
export class NestpressModule {
  private constructor(
    private readonly app: INestApplication,
    private readonly handler: Handler,
    /** Whether the handler has already been placed before the host's body parsers. */
    private readonly isMounted: boolean,
  ) {}

  static forRoot(options: NestpressOptions = {}): DynamicModule {
    const provide = Symbol('NestpressModule');

    @Module({})
    class HostedNestpress {
      constructor(@Inject(provide) private readonly nestpress: NestpressModule) {}

      configure(consumer: { apply(handler: Handler): { forRoutes(path: string): unknown } }): void {
        if (!this.nestpress.isMounted) consumer.apply(this.nestpress.handler).forRoutes('{*path}');
      }

      onApplicationShutdown(): Promise<void> {
        return this.nestpress.app.close();
      }
    }
    return {
      module: HostedNestpress,
      providers: [
        {
          provide,
          useFactory: (host?: HttpAdapterHost) => NestpressModule.start(options, host),
          // Absent if the host uses another copy of Nest, whose token is a different class.
          inject: [{ token: HttpAdapterHost, optional: true }],
        },
        { provide: NestpressModule, useExisting: provide },
      ],
      exports: [NestpressModule],
    };
  }

  /** A provider of Nestpress, for example `Database`. */
  get<T>(token: Type<T> | symbol | string): T {
    return this.app.get<T>(token, { strict: false });
  }

  private static async start(options: NestpressOptions, host?: HttpAdapterHost): Promise<NestpressModule> {
    const config = embeddedConfig(options);
    const { modules, content } = await loadModules(config);
    const signIn = options.install ? await prepareSite(config) : undefined;
    const app = await createApp(config, {
      modules: [...(options.modules ?? []), ...modules],
      content: [...(options.content ?? []), ...content],
    });
    await app.init();
    const paths = (await activeFeatures(config)).flatMap((feature) => feature.paths ?? []);
    const handler =
      options.prefix === undefined
        ? handlerOf(app, [config.basePath, `/index.php${config.basePath}`, '/wp-content/uploads', ...paths])
        : prefixHandlerOf(app, options.prefix);
    process.stdout.write(signInHelp(config.siteUrl ?? defaultAddress(config), signIn));
    const adapter = host?.httpAdapter as { use?: (handler: Handler) => void } | undefined;
    adapter?.use?.(handler);
    return new NestpressModule(app, handler, adapter?.use !== undefined);
  }
}

/** The configuration with what the options of the module say instead. The URL of the site ends with the prefix. */
function embeddedConfig({ config: given = loadConfig(), variant, prefix }: NestpressOptions): Config {
  const config = variant === undefined ? given : { ...given, variant, isVariantSet: true };
  if (prefix === undefined) return config;
  if (!/^(?:\/[\w.~-]+)+$/.test(prefix))
    throw new StartError(
      `prefix: "${prefix}" must be a path such as /cms, with a leading and without a trailing slash.`,
    );
  const siteUrl = config.siteUrl ?? defaultAddress(config) + prefix;
  if (!new URL(siteUrl).pathname.endsWith(prefix))
    throw new StartError(
      `SITE_URL: "${siteUrl}" must end with the prefix ${prefix}, below which Nestpress is embedded.`,
    );
  return { ...config, siteUrl };
}

type Emitter = { emit(event: 'request', request: IncomingMessage, response: ServerResponse): void };

function serve(app: INestApplication, request: HostRequest, response: ServerResponse): void {
  const server = app.getHttpServer() as Emitter;
  server.emit('request', request.readableEnded ? withBody(request) : request, response);
}

/** Requests below the prefix go to Nestpress, without the prefix. */
function prefixHandlerOf(app: INestApplication, prefix: string): Handler {
  return (request, response, next) => {
    const url = request.originalUrl ?? request.url ?? '/';
    const rest = url.startsWith(prefix) ? url.slice(prefix.length) : undefined;
    if (rest === undefined || !/^(?:[/?]|$)/.test(rest)) return next();
    request.url = rest.startsWith('/') ? rest : `/${rest}`;
    request.originalUrl = request.url;
    serve(app, request, response);
  };
}

/** Requests below the roots go to Nestpress, and so do those for the REST API by query; all others go to the host. */
function handlerOf(app: INestApplication, roots: readonly string[]): Handler {
  return (request, response, next) => {
    const url = request.originalUrl ?? request.url ?? '/';
    const [path = '/', query = ''] = url.split('?', 2);
    const isOurs =
      roots.some((root) => path === root || path.startsWith(`${root}/`)) || /(?:^|&)rest_route=/.test(query);
    if (!isOurs) return next();
    request.url = url;
    serve(app, request, response);
  };
}

/** The request with the body that the host's parser has consumed; `rawBody: true` of the host keeps its bytes. */
function withBody(request: HostRequest): IncomingMessage {
  const copy = new IncomingMessage(request.socket);
  const { method, url, headers, rawHeaders, httpVersion, body, rawBody } = request;
  const bytes = rawBody ?? Buffer.from(body === undefined ? '' : JSON.stringify(body));
  // Complete: an incomplete message closes the connection when it has been read.
  Object.assign(copy, { method, url, rawHeaders, httpVersion, complete: true });
  copy.headers = {
    ...headers,
    'content-length': String(bytes.length),
    ...(rawBody === undefined && bytes.length > 0 && { 'content-type': 'application/json' }),
  };
  copy.push(bytes);
  copy.push(null);
  return copy;
}
