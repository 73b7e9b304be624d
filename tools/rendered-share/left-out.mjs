// What two readings of one WordPress may differ in, and what this service draws and scripts itself. docs/conformance.md has the rule.

/** A cloud may end between tags that are used equally often. */
function withoutLeastUsed(cloud) {
  const count = (link) => Number(/\((\d+) items?\)/.exec(link)?.[1]);
  const links = cloud.match(/<a [^]*?<\/a>/g) ?? [];
  const least = Math.min(...links.map(count));
  return links
    .filter((link) => count(link) > least)
    .join('')
    .replace(/tag-link-position-\d+/g, '');
}

/** [what, how it is left out on both sides], one after another. */
export const LEFT_OUT = [
  [
    'what is random in WordPress',
    (html) =>
      html
        .replace(/(?<="mailto:)[^"]*/g, (address) =>
          address.replace(/&#0*(\d+);/g, (_all, code) => String.fromCharCode(code)),
        )
        .replace(/(data-wp-key="|(?:imageId|galleryId)&quot;:&quot;)[0-9a-f]{13}/g, '$1')
        .replace(/(_wpnonce=|name="_wp[\w-]*" value=")[0-9a-f]{10}/g, '$1'),
  ],
  [
    'addresses of the request',
    (html) =>
      html
        .replace(/(href=["'])[^"'>]*?\/(?:wp-json|index\.php)[^"'>?]*(?=\?)/g, '$1')
        .replace(/(?<=\?)(?:(?:rest_route|again)=[^"'&]*(?:&#038;)?)+|&#038;(?:rest_route|again)=[^"'&]*/g, '')
        .replace(/\?redirect_to=[^"'&]*/g, '')
        .replace(/(name="redirect_to" value=")[^"]*/g, '$1')
        .replace(/(href=["'])([^"'>]*)#respond/g, '$1#respond'),
  ],
  ['order of equal items', (html) => html.replace(/<p [^>]*wp-block-tag-cloud[^]*?<\/p>/g, withoutLeastUsed)],
  ['drawings', (html) => html.replace(/<svg[^]*?<\/svg>/g, '<svg>')],
  ['inline scripts', (html) => html.replace(/<script[^]*?<\/script>\s*/g, '<script>')],
];
