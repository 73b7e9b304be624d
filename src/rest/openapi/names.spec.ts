import { describe, expect, test } from '@jest/globals';
import { ResourceFields } from '../fields/resource-fields.js';
import { type HttpMethod, type RestRoute } from '../route/route.types.js';
import { operationNames, pathTemplate, pathVariables, sentence, tagOf } from './components.js';

const route = (namespace: string, path: string, fields?: ResourceFields): RestRoute => ({
  namespace,
  pattern: `/${namespace}${path}`,
  endpoints: [],
  fields,
});
const nameOf = (namespace: string, path: string, handler: string, method: HttpMethod = 'GET', first = method) =>
  operationNames(route(namespace, path), `SomeController.${handler}`, method, first)[0];

test('a pattern becomes a template and its variables', () => {
  const pattern = '/wp/v2/posts/(?P<parent>[\\d]+)/revisions/(?P<id>[\\d]+)';
  expect(pathTemplate(pattern)).toBe('/wp/v2/posts/{parent}/revisions/{id}');
  expect(pathVariables(pattern)).toEqual([
    { name: 'parent', expression: '[\\d]+' },
    { name: 'id', expression: '[\\d]+' },
  ]);
});

describe('names of operations', () => {
  test.each([
    ['/posts', 'list', 'listPosts'],
    ['/posts', 'create', 'createPost'],
    ['/posts/(?P<id>[\\d]+)', 'read', 'readPost'],
    ['/posts/(?P<id>[\\d]+)', 'remove', 'deletePost'],
    ['/categories/(?P<id>[\\d]+)', 'delete', 'deleteCategory'],
    ['/statuses/(?P<status>[\\w-]+)', 'read', 'readStatus'],
    ['/media', 'create', 'createMedia'],
    ['/posts/(?P<parent>[\\d]+)/revisions', 'list', 'listPostRevisions'],
    ['/posts/(?P<parent>[\\d]+)/revisions/(?P<id>[\\d]+)', 'read', 'readPostRevision'],
    ['/users/me', 'readMe', 'readMe'],
    ['/settings', 'update', 'updateSettings'],
    ['', 'read', 'readWpV2Index'],
  ])('%s %s → %s', (path, handler, expected) => expect(nameOf('wp/v2', path, handler)).toBe(expected));

  test('the further methods of a handler say which they are', () => {
    expect(nameOf('wp/v2', '/posts/(?P<id>[\\d]+)', 'update', 'PATCH', 'POST')).toBe('updatePostByPatch');
  });

  test('what is neither reading nor writing a resource is called by its namespace', () => {
    expect(nameOf('forms/v1', '/contact-forms/(?P<id>\\d+)/feedback', 'feedback', 'POST')).toBe('formsFeedback');
    expect(operationNames(route('oembed/1.0', '/proxy'), 'ProxyController.embed', 'GET', 'GET')).toEqual([
      'oembedEmbed',
      'oembedEmbedProxy',
    ]);
  });

  test('the second of the same name says where it belongs', () => {
    expect(operationNames(route('acme/v1', '/posts'), 'AcmeController.list', 'GET', 'GET')).toEqual([
      'listPosts',
      'listPostsAcmeV1',
    ]);
  });
});

test('a name as a sentence', () => {
  expect(sentence('listPostRevisions')).toBe('List post revisions');
});

test('resources are grouped by their first segment, other routes by namespace', () => {
  expect(tagOf(route('wp/v2', '/posts/(?P<id>[\\d]+)', new ResourceFields('post', {})))).toBe('posts');
  expect(tagOf(route('forms/v1', '/contact-forms'))).toBe('forms/v1');
  expect(tagOf(route('wp/v2', ''))).toBe('index');
  expect(tagOf(route('', '/batch/v1'))).toBe('batch');
});
