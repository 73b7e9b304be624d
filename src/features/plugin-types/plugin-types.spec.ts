import { describe, expect, test } from '@jest/globals';
import { ContentModel, defineContentType } from '../../content-model/index.js';
import { WP4_CONTENT } from '../../content-model/content-model.js';
import { PhpArray, type PhpValue, serialize } from '../../text/php/index.js';
import { StoredArguments } from '../../text/php/stored-arguments.js';
import { acfContent } from './acf-types.js';
import { cptUiContent } from './cpt-ui.js';
import { podsContent } from './pods.js';
import { pluginTypes } from './read-plugin-types.js';

type Plain = string | number | boolean | null | Plain[] | { [key: string]: Plain };

function php(value: Plain): PhpValue {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return PhpArray.list(value.map(php));
  return PhpArray.map(Object.entries(value).map(([key, one]) => [key, php(one)]));
}

const TOME = {
  name: 'tome',
  label: 'Tomes',
  singular_label: 'Tome',
  public: 'true',
  show_in_rest: 'true',
  rest_base: 'tomes',
  has_archive: 'true',
  has_archive_string: 'all-tomes',
  hierarchical: 'false',
  rewrite: 'true',
  rewrite_slug: 'library/tomes',
  rewrite_withfront: 'false',
  supports: ['title', 'custom-fields'],
  custom_supports: 'excerpt, thumbnail',
  taxonomies: ['post_tag', 'era', 'gone'],
  capability_type: 'tome, tomes',
  labels: { add_new_item: '', edit_item: 'Change it', view_item: '' },
};
const ERA = { name: 'era', label: 'Eras', show_in_rest: 'true', object_types: ['tome', 'gone'], default_term: 'Now' };

const cptUi = (types: Plain, taxonomies: Plain = {}) => cptUiContent(php(types), php(taxonomies));
const row = (type: string, settings: Plain, title = 'Boats') => ({
  type,
  title,
  key: 'key_1',
  settings: serialize(php(settings)),
});

describe('types of Custom Post Type UI', () => {
  test('have the labels, features, permalinks and capabilities that the plugin registers', () => {
    const { declarations, problems } = pluginTypes([cptUi({ tome: TOME }, { era: ERA })], [], WP4_CONTENT);
    expect(problems).toEqual([]);
    const model = new ContentModel([], WP4_CONTENT, declarations);
    expect(model.types.get('tome')).toMatchObject({
      place: 'Custom Post Type UI',
      route: '/wp/v2/tomes',
      hasArchive: 'all-tomes',
      supports: ['title', 'custom-fields', 'excerpt', 'thumbnail'],
      taxonomies: ['post_tag', 'era'],
      addresses: { by: 'slug', slug: 'library/tomes', withFront: false },
      labels: { name: 'Tomes', singular_name: 'Tome', add_new_item: 'Add new Tome', edit_item: 'Change it' },
      capabilities: { edit_posts: 'edit_tomes', edit_post: 'edit_tome' },
    });
    expect(model.taxonomies.get('era')).toMatchObject({ types: ['tome'], hasDefaultTerm: true, hierarchical: false });
  });

  test('have routes only where the plugin gives them some', () => {
    const { declarations } = pluginTypes([cptUi({ tome: { ...TOME, show_in_rest: 'false' } })], [], WP4_CONTENT);
    expect(new ContentModel([], WP4_CONTENT, declarations).types.get('tome')!.restBase).toBeUndefined();
  });

  test('that need PHP or do not fit are refused with the reason', () => {
    const { declarations, problems } = pluginTypes(
      [
        cptUi({
          own: { ...TOME, name: 'own', rest_controller_class: 'My_Controller' },
          post: { ...TOME, name: 'post' },
          'Bad Name': { ...TOME, name: 'Bad Name' },
          tome: { ...TOME, rest_base: 'users' },
        }),
      ],
      [],
      WP4_CONTENT,
    );
    expect(declarations).toEqual([]);
    expect(problems).toEqual([
      'Type "own" of Custom Post Type UI: its routes belong to the class My_Controller, which only PHP has.',
      expect.stringContaining('"post" is declared twice'),
      expect.stringContaining('"Bad Name" is not a name'),
      expect.stringContaining('REST base "users" is used twice'),
    ]);
  });

  test.each([undefined, null, 'text', false, [1, 'a', null], { tome: 'text' }])(
    '%j as an option has none',
    (stored) => {
      expect(cptUiContent(stored === undefined ? undefined : php(stored), undefined)).toMatchObject({
        types: [],
        refused: [],
      });
    },
  );
});

describe('types of Advanced Custom Fields', () => {
  test('are those of the published posts', () => {
    const { declarations } = pluginTypes(
      [
        acfContent([
          row('acf-post-type', {
            post_type: 'boat',
            labels: { name: 'Boats', singular_name: 'Boat', menu_name: '' },
            rest_base: 'boats',
            rename_capabilities: true,
            singular_capability_name: 'boat',
            plural_capability_name: 'boats',
            supports: ['title'],
            rewrite: { permalink_rewrite: 'custom_permalink', slug: '/fleet/boats/', with_front: false },
          }),
          row('acf-post-type', { post_type: 'crew', supports: [], rewrite: { permalink_rewrite: 'no_permalink' } }),
          row('acf-taxonomy', {
            taxonomy: 'port',
            object_type: ['boat'],
            show_in_rest: false,
            capabilities: { manage_terms: 'edit_posts', edit_terms: '' },
          }),
        ]),
      ],
      [],
      WP4_CONTENT,
    );
    const model = new ContentModel([], WP4_CONTENT, declarations);
    expect(model.types.get('boat')).toMatchObject({
      label: 'Boats',
      supports: ['title'],
      icon: 'dashicons-admin-post',
      addresses: { slug: 'fleet/boats', withFront: false },
      capabilities: { edit_posts: 'edit_boats' },
    });
    expect(model.types.get('crew')).toMatchObject({ restBase: 'crew', supports: [], addresses: { by: 'slug' } });
    expect(model.types.get('crew')!.addresses).not.toHaveProperty('slug');
    expect(model.taxonomies.get('port')).toMatchObject({
      types: ['boat'],
      capabilities: { manage_terms: 'edit_posts', edit_terms: 'manage_categories' },
    });
    expect(model.taxonomies.get('port')!.restBase).toBeUndefined();
  });

  test.each(['', 'a:1:{', 's:1:"x";', 'a:0:{}'])('with the settings %j are refused with a sentence', (settings) => {
    const { refused } = acfContent([{ type: 'acf-post-type', title: 'Boats', key: 'key_1', settings }]);
    expect(refused).toEqual([{ kind: 'type', name: 'Boats', reason: 'its settings (key_1) cannot be read.' }]);
  });
});

describe('types of Pods', () => {
  const pod = (name: string, settings: Record<string, Plain>, label = 'Sea & shores', own = { id: 1, parent: 0 }) => ({
    ...own,
    name,
    label,
    description: '',
    settings: new StoredArguments(php(settings)),
  });
  const SHORE = {
    type: 'post_type',
    label_singular: 'Shore',
    rest_enable: '1',
    rest_base: 'shores',
    supports_title: '1',
    supports_custom_fields: '1',
    supports_editor: '0',
    has_archive: '1',
    built_in_taxonomies_post_tag: '1',
    built_in_taxonomies_category: '0',
    capability_type: 'custom',
    capability_type_custom: 'shore',
  };

  test('are those of its posts', () => {
    const stored = podsContent(
      [
        pod('sea_shore', SHORE),
        pod('tide', {
          type: 'taxonomy',
          rest_enable: '1',
          built_in_post_types_sea_shore: '1',
          capability_type: 'custom',
          capability_type_custom: 'tide',
        }),
      ],
      [],
    );
    const { declarations, problems } = pluginTypes([stored], [], WP4_CONTENT);
    expect(problems).toEqual([]);
    const model = new ContentModel([], WP4_CONTENT, declarations);
    expect(model.types.get('sea_shore')).toMatchObject({
      place: 'Pods',
      route: '/wp/v2/shores',
      label: 'Sea &amp; shores',
      hasArchive: true,
      supports: ['title', 'custom-fields'],
      taxonomies: ['post_tag', 'tide'],
      addresses: { slug: 'sea-shore' },
      labels: { singular_name: 'Shore', edit_item: 'Edit Shore', not_found: 'No Sea &amp; shores Found' },
      capabilities: { edit_posts: 'edit_shores' },
    });
    expect(model.taxonomies.get('tide')).toMatchObject({
      types: ['sea_shore'],
      capabilities: { manage_terms: 'manage_tide_terms', assign_terms: 'assign_tide_terms' },
    });
  });

  test('in tables of the plugin are refused, and so are fields that it shows', () => {
    const { types, refused } = podsContent(
      [pod('boat', { type: 'pod' }), pod('post', { type: 'post_type', object: 'post', rest_enable: '1' }, 'Posts')],
      [
        pod('depth', { type: 'number', rest_read: '1' }, 'Depth', { id: 2, parent: 1 }),
        pod('note', { type: 'text' }, 'Note', { id: 3, parent: 1 }),
      ],
    );
    expect(types).toEqual([]);
    expect(refused).toEqual([
      { kind: 'type', name: 'boat', reason: 'its items are in a table of the plugin.' },
      { kind: 'fields', name: 'post', reason: 'depth: only WordPress has their values.' },
    ]);
  });
});

test('declarations of the owner have precedence', () => {
  const own = defineContentType({ name: 'tome', label: 'Own' }, 'own.js:1');
  const { declarations, problems } = pluginTypes([cptUi({ tome: TOME }, { era: ERA })], [own], WP4_CONTENT);
  expect(problems).toEqual([]);
  expect(new ContentModel([own], WP4_CONTENT, declarations).types.get('tome')).toMatchObject({
    label: 'Own',
    taxonomies: ['era'],
  });
});
