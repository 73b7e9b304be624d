import { expect, test } from '@jest/globals';
import { Site } from '../../../../site/site.js';
import { presentationOf } from './presentation.js';

const NEWER = '53496';

function by(options: Record<string, string>, settings = {}) {
  return presentationOf(
    new Site(new Map(Object.entries({ db_version: '38590', ...options })), { basePath: '/wp-json', plainRoot: '/' }),
    settings,
  );
}

test('the theme says how a site is presented, the configuration has the last word', () => {
  expect(by({ template: 'twentyfifteen' })).toMatchObject({ html5: true, contentWidth: 660 });
  expect(by({ template: 'twentyfifteen' }, { html5: false, contentWidth: 0 })).toMatchObject({
    html5: false,
    contentWidth: 0,
  });
});

test.each(['unheard-of', 'constructor'])(
  'a theme that is not known, such as %s, counts as one of its release',
  (template) => {
    expect(by({ template })).toMatchObject({ html5: true, contentWidth: 525, attachmentImageSizes: '100vw' });
    expect(by({ template, db_version: NEWER })).toMatchObject({ html5: false, contentWidth: 0 });
    expect(by({ template, db_version: NEWER }, { html5: true, contentWidth: 700 })).toMatchObject({
      html5: true,
      contentWidth: 700,
    });
  },
);

test('blocks and tied captions are those of databases that a newer release wrote', () => {
  expect(by({})).toMatchObject({ tiesCaptions: false, readsBlocks: false });
  expect(by({ db_version: NEWER })).toMatchObject({ tiesCaptions: true, readsBlocks: true });
});

test('images have the sizes of the theme, of its sidebar, or of the configuration', () => {
  const sizes = (options: Record<string, string>, settings = {}) => by(options, settings).imageSizes?.at(-1)?.sizes;
  expect(sizes({ template: 'twentyseventeen' })).toContain('740px');
  expect(sizes({ template: 'twentyseventeen', sidebars_widgets: 'a:1:{s:9:"sidebar-1";a:0:{}}' })).toContain('740px');
  expect(
    sizes({ template: 'twentyseventeen', sidebars_widgets: 'a:1:{s:9:"sidebar-1";a:1:{i:0;s:1:"x";}}' }),
  ).toContain('580px');
  expect(sizes({ template: 'twentysixteen' })).toContain('840px');
  expect(sizes({ template: 'twentyfifteen' })).toBeUndefined();
  expect(by({ template: 'twentyseventeen' }, { imageSizes: '50vw' })).toMatchObject({
    attachmentImageSizes: undefined,
    imageSizes: [{ minWidth: 0, sizes: '50vw' }],
  });
});
