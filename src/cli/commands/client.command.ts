import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Command } from 'commander';
import { type Cli } from '../../platform/command-line/cli.js';

const CLIENT = `import { createSite as create, tagsOfMessage as tags } from '@nestpress/client';
import { ROUTES } from './routes.js';

export { SiteError, tagsOf } from '@nestpress/client';

/** The site whose REST root is \`url\`. */
export function createSite(options) {
  return create({ ...options, routes: ROUTES });
}

/** Tags of what a message of a webhook is about. */
export function tagsOfMessage(message) {
  return tags(message, ROUTES);
}
`;

const CLIENT_TYPES = `import { type Site as SiteOf, type SiteMessage, type SiteOptions } from '@nestpress/client';
import { type components, type paths } from './api.js';
import { type EntryRoutes } from './routes.js';

export { SiteError, tagsOf } from '@nestpress/client';

/** Schemas of the items: \`Schemas['Post']\`. */
export type Schemas = components['schemas'];
export type Site = SiteOf<paths, EntryRoutes>;

export declare function createSite(options: SiteOptions): Site;
export declare function tagsOfMessage(message: SiteMessage): string[];
`;

export function register(program: Command, cli: Cli): void {
  program
    .command('client')
    .description('writes a typed client of this site, with its content types, into a folder')
    .argument('[folder]', 'where to', 'nestpress-client')
    .action(async (folder: string) => {
      const target = resolve(folder);
      const { OpenApiService } = await import('../../rest/openapi/openapi.service.js');
      const { ContentModel } = await import('../../content-model/content-model.js');
      const app = await cli.app();
      const types = await typesOf(cli, JSON.parse(String(app.get(OpenApiService).document.body)));
      const model = app.get(ContentModel);
      const entries = routesOf(model.types.values());
      const routes = { ...entries, ...routesOf(model.taxonomies.values()) };
      const files: Record<string, string> = {
        'api.d.ts': types,
        'routes.js': `/** Routes of the content types and taxonomies. */\nexport const ROUTES = ${json(routes)};\n`,
        'routes.d.ts': `/** Routes of the content types. */\nexport type EntryRoutes = ${json(entries)};\nexport declare const ROUTES: Readonly<Record<string, string>>;\n`,
        'client.js': CLIENT,
        'client.d.ts': CLIENT_TYPES,
      };
      await mkdir(target, { recursive: true });
      for (const [name, text] of Object.entries(files)) await writeFile(join(target, name), text);
      const names = Object.keys(files);
      cli.print(
        { folder: target, files: names },
        `Wrote ${target}: ${names.join(', ')}.\nNext: npm install @nestpress/client.`,
      );
    });
}

function routesOf(declared: Iterable<{ name: string; route: string; restBase?: string }>): Record<string, string> {
  return Object.fromEntries(
    [...declared].flatMap(({ name, route, restBase }) => (restBase === undefined ? [] : [[name, route]])),
  );
}

function json(value: object): string {
  return JSON.stringify(value, null, 2);
}

/** The types of the document. The generator needs the TypeScript compiler, so it is a package of the project that uses the client. */
async function typesOf(cli: Cli, document: object): Promise<string> {
  const generator = await import('openapi-typescript').catch(() =>
    cli.fail('openapi-typescript is not installed. Run: npm install --save-dev openapi-typescript typescript'),
  );
  return generator.astToString(await generator.default(document as never));
}
