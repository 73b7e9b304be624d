import { expect, test } from '@jest/globals';
import { highlight, runningText, snippet, summary } from './summary.js';

test('a summary has whole sentences, without headings, code, tables and captions', () => {
  const content =
    '<h2>Plan</h2><p>The quay was quiet. The water lay flat under a thin mist, and nobody hurried.</p><pre>let x = 1</pre>' +
    '<table><tr><td>one</td></tr></table><figure><img src="x"><figcaption>Boat</figcaption></figure><p>Later we left.</p>';
  expect(runningText(content)).toBe(
    'The quay was quiet. The water lay flat under a thin mist, and nobody hurried. Later we left.',
  );
  expect(summary(content, 60)).toBe('The quay was quiet.');
  expect(summary('<p>Bring these.</p><ul><li>Rope</li><li>Bread</li></ul><p>Then go.</p>')).toBe(
    'Bring these. Then go.',
  );
  expect(summary('<ul><li>Rope</li><li>Bread</li></ul>')).toBe('Rope Bread');
  expect(summary('<p>No end in sight, only words that go on and on</p>', 30)).toBe('No end in sight, only words…');
});

test('character references and nested elements stay whole', () => {
  expect(summary('<p>Fish &amp; chips &#8211; again.</p>')).toBe('Fish &amp; chips &#8211; again.');
  expect(runningText('<figure><figure>a</figure>b</figure>c')).toBe('c');
  expect(runningText('<pre>never closed')).toBe('');
});

test('a snippet surrounds the first word, which is marked outside of tags and references', () => {
  const text = `${'Before it. '.repeat(60)}Then a harbour came into sight. ${'After it. '.repeat(60)}`;
  const found = snippet(`<p>${text}</p>`, ['harbour']);
  expect(found).toMatch(/^….*harbour.*…$/);
  expect(highlight('A <b title="amp">lamp</b> &amp; <i>AMP</i>', ['amp'])).toBe(
    'A <b title="amp">l<mark>amp</mark></b> &amp; <i><mark>AMP</mark></i>',
  );
});
