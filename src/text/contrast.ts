/** Contrast that texts need to be readable, by WCAG 2.2 (AA). */
export const READABLE = 4.5;

type Channels = readonly [number, number, number];

export const isHexColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text);

const channels = (colour: string) =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as unknown as Channels;

/** Relative luminance of `#rrggbb`. */
function luminance(colour: string): number {
  const [red, green, blue] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 to 21. */
export function contrast(left: string, right: string): number {
  const [light, dark] = [luminance(left), luminance(right)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

export function mixed(colour: string, other: string, share: number): string {
  const [from, to] = [channels(colour), channels(other)];
  const values = from.map((value, index) => Math.round(value + (to[index]! - value) * share));
  return `#${values.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** The lowest contrast of a colour with several backgrounds. */
export const lowestContrast = (colour: string, backgrounds: readonly string[]) =>
  Math.min(...backgrounds.map((background) => contrast(colour, background)));

/** The nearest colour that is readable on the backgrounds: the same one, or a darker or lighter one. */
export function readableOn(colour: string, backgrounds: readonly string[]): string {
  const end = lowestContrast('#000000', backgrounds) > lowestContrast('#ffffff', backgrounds) ? '#000000' : '#ffffff';
  for (let share = 0; share < 1; share += 0.02) {
    const candidate = mixed(colour, end, share);
    if (lowestContrast(candidate, backgrounds) >= READABLE) return candidate;
  }
  return end;
}
