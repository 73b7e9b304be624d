import { type Command } from 'commander';
import { type Cli } from '../../platform/command-line/cli.js';

export function register(program: Command, cli: Cli): void {
  program
    .command('wordpress')
    .description('the WordPress at WORDPRESS_URL')
    .command('learn')
    .description(
      'asks WordPress for its content types, taxonomies, meta keys, fields, settings and image sizes, and for what it reads from files, and stores them',
    )
    .addHelpText('after', '\nThe service does this at start and every ten minutes.')
    .action(async () => {
      const config = cli.config();
      if (config.wordpress?.user === undefined)
        cli.fail('Set WORDPRESS_URL with an account: https://LOGIN:PASSWORD@site.example.', 2);
      const [{ assertSiteExists }, { learnNow }] = await Promise.all([
        import('../../platform/command-line/assert-site-exists.js'),
        import('./schema-import/import-before-start.js'),
      ]);
      await assertSiteExists(config);
      const { learned, isChanged } = await learnNow(config);
      const names = {
        types: learned.types.map(({ name }) => name),
        taxonomies: learned.taxonomies.map(({ name }) => name),
        meta: learned.meta.map(({ object, subtype, key }) => `${subtype ?? object}.${key}`),
        fields: learned.fields?.map(({ route, name }) => `${route}.${name}`) ?? [],
        settings: learned.settings?.map(({ name }) => name) ?? [],
        image_sizes: learned.imageSizes?.map(({ name }) => name) ?? null,
      };
      cli.print(
        { changed: isChanged, ...names, omitted: learned.omitted },
        [
          ...Object.entries(names).map(
            ([kind, list]) => `${kind.replace('_', ' ')}: ${list === null ? 'not told' : list.join(', ') || 'none'}`,
          ),
          ...learned.omitted.map((sentence) => `omitted: ${sentence}`),
          isChanged ? 'Stored. A service that runs takes the changes over.' : 'Nothing has changed.',
        ].join('\n'),
      );
    });
}
