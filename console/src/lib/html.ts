/** Text of an HTML fragment; scripts in it do not run, since the document has no browsing context. */
export function textOf(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent?.trim() ?? '';
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const UNSAFE = 'script,style,iframe,object,embed,link,meta,base,form,svg,math,template';

/** Markup of others, such as comments, for display: without active elements and attributes. The page's CSP blocks scripts as well. */
export function safeHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll(UNSAFE)) element.remove();
  for (const element of body.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes]) {
      const isUrl = name === 'href' || name === 'src';
      if (name.startsWith('on') || name === 'style' || name === 'srcset') element.removeAttribute(name);
      if (isUrl && !/^(https?:|mailto:|\/|#)/i.test(value.trim())) element.removeAttribute(name);
    }
    if (element.tagName === 'A') {
      element.setAttribute('target', '_blank');
      element.setAttribute('rel', 'noopener noreferrer nofollow');
    }
  }
  return body.innerHTML;
}
