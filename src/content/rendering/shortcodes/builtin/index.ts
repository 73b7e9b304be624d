import { ShortcodeRegistry } from '../registry.js';
import { audio } from './audio.js';
import { caption } from './caption.js';
import { gallery } from './gallery.js';
import { video } from './video.js';

/** The shortcodes every site has. `embed` is done in a pass of its own before all others (see embeds/), playlists print nothing. */
export function registerBuiltInShortcodes(registry = new ShortcodeRegistry()): ShortcodeRegistry {
  return registry
    .register('embed', () => '')
    .register('wp_caption', caption)
    .register('caption', caption)
    .register('gallery', gallery)
    .register('playlist', () => '')
    .register('audio', audio)
    .register('video', video);
}
