import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Command } from 'commander';
import { packageFolder } from '../../platform/package-info.js';
import { type Cli } from '../../platform/command-line/cli.js';

const FILES = ['client.js', 'client.d.ts'];

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
      const routes = [...model.types.values(), ...model.taxonomies.values()].flatMap(({ name, route, restBase }) =>
        restBase === undefined ? [] : [[name, route]],
      );
      await mkdir(target, { recursive: true });
      await writeFile(join(target, 'api.d.ts'), types);
      await writeFile(
        join(target, 'routes.js'),
        `/** Routes of the content types and taxonomies. */\nexport const ROUTES = ${JSON.stringify(Object.fromEntries(routes), null, 2)};\n`,
      );
      const source = join(packageFolder(), 'templates/client');
      for (const file of FILES) await copyFile(join(source, file), join(target, file));
      const files = ['api.d.ts', 'routes.js', ...FILES];
      cli.print({ folder: target, files }, `Wrote ${target}: ${files.join(', ')}.\nNext: npm install openapi-fetch.`);
    });
}

/** The types of the document. The generator needs the TypeScript compiler, so it is a package of the project that uses the client. */
async function typesOf(cli: Cli, document: object): Promise<string> {
  const generator = await import('openapi-typescript').catch(() =>
    cli.fail('openapi-typescript is not installed. Run: npm install --save-dev openapi-typescript typescript'),
  );
  return generator.astToString(await generator.default(document as never));
}
