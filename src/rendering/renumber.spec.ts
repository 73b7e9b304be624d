import { expect, test } from '@jest/globals';
import { RenderCounters } from './render-counters.js';
import { renumbered } from './renumber.js';

const HTML =
  '<nav class="wp-block-navigation"><button aria-controls="modal-1">modal-1</button><div id="modal-1"></div></nav>' +
  '<label for="wp-block-search__input-2"></label><h2 class="x is-style-a--3 wp-elements-1"></h2>' +
  "<style>#gallery-1 { margin: 0 }</style><div id='gallery-1' class='gallery galleryid-5'></div><i id=\"other-1\"></i>";

test('the first content of a response keeps its numbers, which the next one continues', () => {
  const counters = new RenderCounters();
  expect(renumbered(HTML, counters)).toBe(HTML);
  expect(counters.next('block')).toBe(4);
  const [next, further] = [renumbered(HTML, counters), renumbered(HTML, counters)];
  expect(next).toBe(
    '<nav class="wp-block-navigation"><button aria-controls="modal-5">modal-1</button><div id="modal-5"></div></nav>' +
      '<label for="wp-block-search__input-6"></label><h2 class="x is-style-a--7 wp-elements-2"></h2>' +
      "<style>#gallery-2 { margin: 0 }</style><div id='gallery-2' class='gallery galleryid-5'></div><i id=\"other-1\"></i>",
  );
  expect(further).toContain('id="modal-8"');
});

test('names of authors that only look alike stay', () => {
  const html = '<p class="modal-1 gallery-2">wp-elements-3</p>';
  expect(renumbered(html, new RenderCounters('[["block",9],["gallery",9],["elements",9]]'))).toBe(html);
});
