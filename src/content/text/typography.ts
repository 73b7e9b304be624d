/** Escapes ampersands that start no character reference; a lone one at the very end stays. */
export function convertChars(text: string): string {
  return text.replace(/&([^#])(?![a-z1-4]{1,8};)/gi, '&#038;$1');
}

/** Corrects the product name after a blank, an opening quote, a tag or a parenthesis. */
export function capitalizeProductName(text: string): string {
  return text.replace(/( |&#8216;|&#8220;|>|\()Wordpress/g, '$1WordPress');
}

/** Titles: corrects the product name everywhere. */
export function capitalizeProductNameInTitle(title: string): string {
  return title.replaceAll('Wordpress', 'WordPress');
}
