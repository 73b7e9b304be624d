import { expect, test } from '@jest/globals';
import { presentationOf } from './presentation.js';

test('the theme says how a site is presented, the configuration has the last word', () => {
  expect(presentationOf('twentyseventeen', {})).toEqual({ html5: true, contentWidth: 525, attachmentImageSizes: '100vw' });
  expect(presentationOf('unheard-of', {})).toEqual({ html5: false, contentWidth: 0 });
  expect(presentationOf('constructor', {})).toEqual({ html5: false, contentWidth: 0 });
  expect(presentationOf('unheard-of', { html5: true, contentWidth: 700 })).toEqual({ html5: true, contentWidth: 700 });
  expect(presentationOf('twentyfifteen', { html5: false, contentWidth: 0 })).toEqual({ html5: false, contentWidth: 0 });
});
