import { type RenderAttachment, type RenderContext } from '../context.js';
import { audioPlayer } from '../shortcodes/builtin/audio.js';
import { videoPlayer } from '../shortcodes/builtin/video.js';
import { attachmentLink } from './attachment-image.js';

/** What stands before an attachment's description: the player, or the picture linked to the file. */
export function attachmentMarkup(attachment: RenderAttachment, context: RenderContext): string {
  if (attachment.mime.startsWith('video/')) {
    const attributes = new Map([['src', attachment.url]]);
    if (attachment.image && attachment.image.width > 0 && attachment.image.height > 0) {
      attributes.set('width', String(attachment.image.width)).set('height', String(attachment.image.height));
    }
    if (attachment.poster !== undefined) attributes.set('poster', attachment.poster);
    return videoPlayer(attributes, '', context);
  }
  if (attachment.mime.startsWith('audio/')) return audioPlayer(new Map([['src', attachment.url]]), context);
  return `<p class="attachment">${attachmentLink(attachment, 'medium', 'file', context)}</p>`;
}
