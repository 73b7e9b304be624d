const TAG = /<(img|iframe)(?=[\s/])((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi;

/**
 * Tells browsers how to load the images and frames of a text: decoded aside and, where their size is known so that nothing moves,
 * when they come into view. What they say themselves counts.
 */
export function addLoadingAttributes(html: string): string {
  return html.replace(TAG, (tag, name: string, attributes: string) => {
    const isImage = name.toLowerCase() === 'img';
    const has = (attribute: string) => hasAttribute(attributes, attribute);
    const isSized = has('width') && has('height');
    const isUrgent = /\sfetchpriority=["']?high/i.test(attributes);
    const lazy = isSized && !has('loading') && !isUrgent ? ' loading="lazy"' : '';
    if (!isImage) return lazy === '' ? tag : `<${name}${lazy}${attributes}>`;
    const decoding = has('decoding') ? '' : ' decoding="async"';
    const isLazy = lazy !== '' || /\sloading=["']?lazy/i.test(attributes);
    return `<${name}${lazy}${decoding}${isLazy ? withAutoSizes(attributes) : attributes}>`;
  });
}

function hasAttribute(attributes: string, name: string): boolean {
  return new RegExp(`\\s${name}\\s*=`, 'i').test(attributes);
}

/** A lazy image is laid out before it is chosen, so that browsers can take its real size. */
function withAutoSizes(attributes: string): string {
  return attributes.replace(/(\ssizes=")(?!auto\b)/i, '$1auto, ');
}
