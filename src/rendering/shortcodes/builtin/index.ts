import { ShortcodeRegistry } from '../registry.js';
import { caption } from './caption.js';
import { gallery } from './gallery.js';
import { playlist } from './playlist.js';
import { audio, video } from './players.js';

/** The built-in shortcodes. `embed` runs in a pass of its own before all others (see embeds/). */
export function registerBuiltInShortcodes(registry = new ShortcodeRegistry()): ShortcodeRegistry {
  const cacheable = true;
  return registry
    .register('embed', () => '', { cacheable })
    .register('wp_caption', caption, { cacheable })
    .register('caption', caption, { cacheable })
    .register('gallery', gallery, { cacheable })
    .register('playlist', playlist, { cacheable })
    .register('audio', audio, { cacheable })
    .register('video', video, { cacheable });
}
