import { type Command } from 'commander';
import { type Cli } from '../../platform/command-line/cli.js';

export function register(program: Command, cli: Cli): void {
  program
    .command('wordpress')
    .description('the WordPress at WORDPRESS_URL')
    .command('import')
    .description(
      'asks WordPress for its content types, taxonomies, meta keys, fields, settings and image sizes, and for what it reads from files, and stores them',
    )
    .addHelpText('after', '\nThe service does this at start and every ten minutes.')
    .action(async () => {
      const config = cli.config();
      if (config.wordpress?.user === undefined)
        cli.fail('Set WORDPRESS_URL with an account: https://LOGIN:PASSWORD@site.example.', 2);
      const [{ assertSiteExists }, { importNow }] = await Promise.all([
        import('../../platform/command-line/assert-site-exists.js'),
        import('./schema-import/import-before-start.js'),
      ]);
      await assertSiteExists(config);
      const { imported, isChanged } = await importNow(config);
      const names = {
        types: imported.types.map(({ name }) => name),
        taxonomies: imported.taxonomies.map(({ name }) => name),
        meta: imported.meta.map(({ object, subtype, key }) => `${subtype ?? object}.${key}`),
        fields: imported.fields?.map(({ route, name }) => `${route}.${name}`) ?? [],
        settings: imported.settings?.map(({ name }) => name) ?? [],
        image_sizes: imported.imageSizes?.map(({ name }) => name) ?? null,
      };
      cli.print(
        { changed: isChanged, ...names, omitted: imported.omitted },
        [
          ...Object.entries(names).map(
            ([kind, list]) =>
              `${kind.replace('_', ' ')}: ${list === null ? 'not reported' : list.join(', ') || 'none'}`,
          ),
          ...imported.omitted.map((sentence) => `omitted: ${sentence}`),
          isChanged ? 'Stored. A service that runs takes the changes over.' : 'Nothing has changed.',
        ].join('\n'),
      );
    });
}
