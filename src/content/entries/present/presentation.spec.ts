import { expect, test } from '@jest/globals';
import { Site } from '../../../site/site.js';
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
