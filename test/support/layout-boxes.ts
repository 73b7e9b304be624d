import { type Page } from 'playwright-core';

/** Of the windows in which the boxes are compared. */
export const WIDTHS = [1360, 360];

/**
 * In a page: the boxes of each block and of what is in it, each as `tag left top width height` in pixels, relative to the block; the
 * block itself relative to the middle of the content. Words become boxes of widths that do not depend on fonts. Inline elements are
 * left out, because fonts decide about their height.
 */
const MEASURE = `async (selector) => {
  const area = document.querySelector(selector);
  await Promise.all([...area.querySelectorAll('img')].map((image) => {
    image.loading = 'eager';
    return image.decode().catch(() => undefined);
  }));
  const walker = document.createTreeWalker(area, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    if (text.data.trim() === '' || text.parentElement.closest('pre, style, script, svg')) continue;
    text.replaceWith(...text.data.trim().split(/\\s+/).map((word) => {
      const box = document.createElement('x-word');
      box.style.cssText = 'display: inline-block; height: 0.5em; width: ' + (word.length + 1) / 2 + 'em';
      return box;
    }));
  }
  const skipped = new Set(['STYLE', 'SCRIPT', 'BR', 'SOURCE', 'X-WORD']);
  const replaced = new Set(['IMG', 'VIDEO', 'AUDIO', 'svg']);
  const isBox = (element) =>
    !skipped.has(element.tagName) &&
    !element.parentElement.closest('svg') &&
    (replaced.has(element.tagName) || !['inline', 'none', 'contents'].includes(getComputedStyle(element).display));
  const { left, width } = area.getBoundingClientRect();
  const describe = (element, x, y) => {
    const box = element.getBoundingClientRect();
    const sides = [box.left - x, box.top - y, box.width, box.height].map((side) => Math.round(side) + 0);
    return [element.tagName.toLowerCase(), ...sides].join(' ');
  };
  return [...area.children].filter(isBox).map((block) => {
    const frame = block.getBoundingClientRect();
    const inner = [...block.querySelectorAll('*')].filter(isBox);
    return [
      describe(block, left + width / 2, frame.top),
      ...inner.map((element) => describe(element, frame.left, frame.top)),
    ];
  });
}`;

/** One list of boxes for each block of the content. */
export function layoutBoxes(page: Page, selector: string): Promise<string[][]> {
  return page.evaluate(`(${MEASURE})(${JSON.stringify(selector)})`);
}

/** Pixels by which a side of a box may differ. */
const TOLERANCE = 2;

export function isSameBox(one: string, other: string | undefined): boolean {
  const [tag, ...sides] = one.split(' ');
  const [otherTag, ...otherSides] = other?.split(' ') ?? [];
  return (
    tag === otherTag && sides.every((side, index) => Math.abs(Number(side) - Number(otherSides[index])) <= TOLERANCE)
  );
}
