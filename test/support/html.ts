import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

/** An element as a browser sees it. */
export interface SeenElement {
  name: string;
  attributes: Record<string, string>;
  /** All text inside of it. */
  text: string;
  /** Names of the elements around it, the nearest last. */
  around: string[];
}

type Node = DefaultTreeAdapterTypes.ChildNode;

/** Every element of a piece of HTML, read by the rules browsers read it by. */
export function elementsOf(html: string): SeenElement[] {
  const found: SeenElement[] = [];
  const walk = (node: Node, around: string[]): string => {
    if (node.nodeName === '#text') return (node as DefaultTreeAdapterTypes.TextNode).value;
    if (!('tagName' in node)) return '';
    const { tagName: name, attrs, childNodes } = node;
    const seen: SeenElement = {
      name,
      attributes: Object.fromEntries(attrs.map((attribute) => [attribute.name, attribute.value])),
      text: '',
      around,
    };
    found.push(seen);
    seen.text = childNodes.map((child) => walk(child, [...around, name])).join('');
    return seen.text;
  };
  for (const child of parseFragment(html).childNodes) walk(child, []);
  return found;
}
