import { ShortcodeRegistry } from '../registry.js';
import { audio } from './audio.js';
import { caption } from './caption.js';
import { gallery } from './gallery.js';
import { playlist } from './playlist.js';
import { video } from './video.js';

/** The shortcodes every site has. `embed` is done in a pass of its own before all others (see embeds/). */
export function registerBuiltInShortcodes(registry = new ShortcodeRegistry()): ShortcodeRegistry {
  const steady = true;
  return registry
    .register('embed', () => '', { steady })
    .register('wp_caption', caption, { steady })
    .register('caption', caption, { steady })
    .register('gallery', gallery, { steady })
    .register('playlist', playlist, { steady })
    .register('audio', audio, { steady })
    .register('video', video, { steady });
}
