import { expect, test } from '@jest/globals';
import { Site } from '../../../site/site.js';
import { presentationOf } from './presentation.js';

function siteWith(options: Record<string, string>): Site {
  return new Site(new Map(Object.entries(options)), { basePath: '/wp-json', plainRoot: '/' });
}

test('the theme says how a site is presented, the configuration has the last word', () => {
  const by = (template: string, settings = {}) => presentationOf(siteWith({ template }), settings);
  expect(by('twentyseventeen')).toEqual({ html5: true, contentWidth: 525, attachmentImageSizes: '100vw', tiesCaptions: false });
  expect(by('unheard-of')).toMatchObject({ html5: false, contentWidth: 0 });
  expect(by('constructor')).toMatchObject({ html5: false, contentWidth: 0 });
  expect(by('unheard-of', { html5: true, contentWidth: 700 })).toMatchObject({ html5: true, contentWidth: 700 });
  expect(by('twentyfifteen', { html5: false, contentWidth: 0 })).toMatchObject({ html5: false, contentWidth: 0 });
});

test('captions are tied where a newer release wrote the database', () => {
  expect(presentationOf(siteWith({ db_version: '38590' }), {}).tiesCaptions).toBe(false);
  expect(presentationOf(siteWith({ db_version: '53496' }), {}).tiesCaptions).toBe(true);
});
