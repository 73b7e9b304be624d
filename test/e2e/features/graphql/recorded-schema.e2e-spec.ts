import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type DefinitionNode, Kind, parse, print, printSchema } from 'graphql';
import { GraphSchemaService } from '../../../../src/features/graphql/schema/graph-schema.service.js';
import { anyEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { missing } from '../../../support/missing.js';

const RECORDINGS = join(import.meta.dirname, '../../../../../shared/headless/recordings');
/** WPGraphQL with ACF, and with content blocks. */
const RECORDED = ['schema-gql.graphql.gz', 'schema-gqlb.graphql.gz'];

/** Types that the recorded site had and a new one has not. */
const OF_THE_SITE =
  /Volume|Vessel|Crew|ShelfNote|Shelf|Shelves|Rig|Binding|Acf|Group|SecondFacts|SiteFacts|^Template_|^ContentTemplateEnum$|^MenuLocationEnum$/;

/** What differs on purpose, by type or field. */
const REASONS: Readonly<Record<string, string>> = {
  PostStatusEnum: 'ACF registers a status of its own',
  ContentTypeEnum: 'has the types of the site',
  ContentTypesOfTagEnum: 'has the types of the site',
  TaxonomyEnum: 'has the taxonomies of the site',
  MenuItemObjectUnion: 'has the types of the site',
  MimeTypeEnum: 'has the types of files that can be uploaded here',
};

/** Lines of a definition: its fields with their types, values of enums, members of unions. */
function membersOf(node: DefinitionNode): Map<string, string> {
  const lines = new Map<string, string>();
  if ('fields' in node)
    for (const field of node.fields ?? []) {
      const named =
        'arguments' in field ? [...(field.arguments ?? [])].filter(({ directives }) => !directives?.length) : [];
      const args = named.map((one) => `${one.name.value}: ${print(one.type)}`).sort();
      lines.set(field.name.value, `(${args.join(', ')}) ${print(field.type)}`);
    }
  if (node.kind === Kind.ENUM_TYPE_DEFINITION) for (const { name } of node.values ?? []) lines.set(name.value, '');
  if (node.kind === Kind.UNION_TYPE_DEFINITION) for (const { name } of node.types ?? []) lines.set(name.value, '');
  if ('interfaces' in node) for (const { name } of node.interfaces ?? []) lines.set(`implements ${name.value}`, '');
  return lines;
}

function definitionsOf(sdl: string): Map<string, Map<string, string>> {
  const named = parse(sdl, { noLocation: true }).definitions.flatMap((node) =>
    'name' in node && node.name && node.kind !== Kind.DIRECTIVE_DEFINITION
      ? [[node.name.value, membersOf(node)] as const]
      : [],
  );
  return new Map(named);
}

describe('the schema of WPGraphQL', () => {
  if (!existsSync(join(RECORDINGS, RECORDED[0]!)))
    return missing('the recorded schema (../shared/headless) is not there');
  anyEngine((engine) => {
    let service: TestApp;
    beforeAll(async () => {
      service = await startTestApp(
        { GRAPHQL: 'on', VARIANT: 'C', MENU_LOCATIONS: 'primary=Primary place', THEME_TEMPLATES: 'page:page-no-title' },
        engine,
      );
    });
    afterAll(() => service?.close());

    test.each(RECORDED)('has every type and field of %s, or a reason is given', async (file) => {
      const { schema } = await service.app.get(GraphSchemaService, { strict: false }).get();
      const own = definitionsOf(printSchema(schema));
      const recorded = definitionsOf(gunzipSync(readFileSync(join(RECORDINGS, file))).toString());
      const lacking: string[] = [];
      let compared = 0;
      for (const [type, members] of recorded) {
        if (OF_THE_SITE.test(type) || REASONS[type] !== undefined) continue;
        const ours = own.get(type);
        if (!ours) {
          lacking.push(type);
          continue;
        }
        for (const [name, line] of members) {
          const text = `${type}.${name}`;
          compared++;
          if (
            OF_THE_SITE.test(`${name} ${line}`.replace(/^\w/, (letter) => letter.toUpperCase())) ||
            OF_THE_SITE.test(line)
          )
            continue;
          if (REASONS[text] === undefined && ours.get(name) !== line)
            lacking.push(`${text}: ${line} (here: ${ours.get(name)})`);
        }
      }
      expect(lacking).toEqual([]);
      expect(compared).toBeGreaterThan(2000);
    });
  });
});
