import { balanceTags } from '../sanitise/balance-tags.js';
import { capitalizeProductName, convertChars } from '../text/typography.js';
import { autop } from './autop/autop.js';
import { makeClickable } from './clickable.js';
import { type RenderedSite, type ShortcodeNames } from './context.js';
import { convertSmilies } from './smilies.js';
import { texturize } from './texturize/texturize.js';

export function renderComment(
  text: string,
  site: Pick<RenderedSite, 'url' | 'smilies'>,
  shortcodes: ShortcodeNames,
): string {
  const typeset = convertChars(texturize(makeClickable(text), shortcodes));
  const withSmilies = site.smilies ? convertSmilies(typeset, site.url) : typeset;
  return capitalizeProductName(autop(balanceTags(withSmilies)));
}
