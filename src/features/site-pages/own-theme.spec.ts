import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { CORE_MODEL } from '../../content-model/content-model.js';
import { type Config } from '../../platform/config/index.js';
import { messagesOf } from '../../site/index.js';
import { OwnTheme } from './own-theme.js';
import { ThemeService } from './theme.service.js';
import { raw } from './theme/html.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nestpress-theme-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const open = (path = folder) => new OwnTheme({ sitePages: { style: path } } as Config, CORE_MODEL);

test('templates of a folder get the values of the theme, escaped, and include each other', () => {
  write('style.css', 'a{}');
  write('card.html', '<li><a href="{{url}}">{{title}}</a></li>');
  write(
    'archive.html',
    '{{#heading}}<h1>{{.}}</h1>{{/heading}}<ul>{{#cards}}{{> card}}{{/cards}}</ul>{{paging.older}}',
  );
  const own = open();
  expect(own.style).toBe('a{}');
  const card = { title: raw('A &amp; <em>B</em>'), url: 'https://site.test/a/?b&c' };
  const script = { title: '<script>', url: 'javascript:alert(1)' };
  const view = {
    heading: raw(''),
    cards: [card, script],
    paging: { page: 1, pages: 2, urlOf: (page: number) => `https://site.test/page/${page}/` },
  };
  const markup = new ThemeService(own).archive(view as never, messagesOf('en_US')).markup;
  expect(markup).toBe(
    '<ul><li><a href="https://site.test/a/?b&#038;c">A &amp; <em>B</em></a></li><li><a href="">&lt;script&gt;</a></li></ul>' +
      'https://site.test/page/2/',
  );
  expect(own.render('article', () => ({}))).toBeUndefined();
});

test('a file is the style sheet alone; what cannot be used ends the start', () => {
  write('site.css', 'b{}');
  expect(open(join(folder, 'site.css')).style).toBe('b{}');
  expect(() => open(join(folder, 'none'))).toThrow(/^SITE_STYLE: ".*none" cannot be read/);
  const refuse = (text: string, message: RegExp) => {
    write('footer.html', text);
    expect(() => open()).toThrow(message);
  };
  refuse('{{{name}}}', /footer\.html": write \{\{name\}\}/);
  refuse('{{#menu}}{{&title}}{{/menu}}', /write \{\{name\}\}/);
  refuse('{{> none}}', /there is no "none\.html"/);
  refuse('{{#menu}}', /Unclosed section "menu"/);
});

test('a template of a content type takes the place of the one for all', () => {
  write('article.html', '<h1>{{title}}</h1>');
  write('article-recipe.html', '<h1>{{title}}</h1><p>Cook</p>');
  const theme = new ThemeService(open());
  const article = (type: string) =>
    theme.article(type, { title: raw('Soup') } as never, {} as never, messagesOf('en')).markup;
  expect(article('recipe')).toBe('<h1>Soup</h1><p>Cook</p>');
  expect(article('page')).toBe('<h1>Soup</h1>');
});

test('templates that include each other without an end are named', () => {
  write('footer.html', '{{#menu}}{{> item}}{{/menu}}');
  write('item.html', '{{title}}{{#items}}{{> item}}{{/items}}');
  const own = open();
  const menu = [{ title: 'Home', items: [{ title: 'News', items: [] }] }];
  expect(own.render('footer', () => ({ menu }))?.markup).toBe('HomeNews');
  // The last item has no items of its own, so Mustache takes those above it.
  const endless = [{ title: 'Home', items: [{ title: 'News' }] }];
  expect(() => own.render('footer', () => ({ menu: endless }))).toThrow(
    /^The template "footer\.html" cannot be rendered \(.+\): does it include itself without an end\?$/,
  );
});
