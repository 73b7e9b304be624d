import { type RenderContext, type ShortcodeHandler } from '../../context.js';
import { type ShortcodeAttributes } from '../attributes.js';
import {
  attachedFile,
  extensionOf,
  fileLink,
  hasMatchingFormat,
  isBlank,
  isOn,
  playerHtml,
  type PlayerSource,
  sourcesByFormat,
  typeOf,
} from './players.js';

export const audio: ShortcodeHandler = (attributes, _content, _tag, context) => audioPlayer(attributes, context);

export function audioPlayer(attributes: ShortcodeAttributes, context: RenderContext): string {
  // Counts every call, also those that print nothing.
  const instance = context.counters.next('audio');
  const formats = context.dialect.audioExtensions;
  const src = attributes.get('src');
  const sources: PlayerSource[] = [];
  if (src !== undefined && !isBlank(src)) {
    if (!formats.includes(extensionOf(src, context))) return fileLink('audio', src);
    sources.push({ url: src, type: typeOf(src, context) });
  } else if (!hasMatchingFormat(attributes, formats, context)) {
    const attached = attachedFile('audio', context);
    if (attached === undefined) return '';
    sources.push({ url: attached, type: typeOf(attached, context) });
  }
  sources.push(...sourcesByFormat(attributes, formats, context));
  return playerHtml(
    {
      kind: 'audio',
      instance,
      sources,
      attributes: {
        class: attributes.get('class') ?? 'wp-audio-shortcode',
        id: `audio-${context.post.id}-${instance}`,
        loop: isOn(attributes.get('loop')) ? '1' : undefined,
        autoplay: isOn(attributes.get('autoplay')) ? '1' : undefined,
        muted: context.dialect.rendersBlocks && isOn(attributes.get('muted')) ? '1' : undefined,
        preload: nonBlank(attributes.get('preload') ?? 'none'),
        style: attributes.get('style') ?? 'width: 100%;',
      },
    },
    context,
  );
}

function nonBlank(value: string): string | undefined {
  return isBlank(value) ? undefined : value;
}
