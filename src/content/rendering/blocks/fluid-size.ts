import { type BlockTheme } from '../context.js';

const PIXELS_PER_REM = 16;
const SMALLEST = 14;
const NARROWEST = 320;

/** A font size as the theme wants it: fluid, or as it is. */
export function fluidSize(size: string, theme: BlockTheme | undefined): string {
  return (theme?.fluidWidth === undefined ? undefined : clampedSize(size, theme.fluidWidth)) ?? size;
}

/** A fixed size in a fluid form; undefined if it is not a fixed size, or too small. */
export function clampedSize(size: string, widest: number): string | undefined {
  const [, number, unit] = /^(\d+(?:\.\d+)?|\.\d+)(px|rem|em)$/.exec(size) ?? [];
  if (number === undefined || unit === undefined) return undefined;
  const scale = unit === 'px' ? 1 : PIXELS_PER_REM;
  const value = Number(number);
  const pixels = value * scale;
  if (pixels <= SMALLEST) return undefined;
  const factor = Math.min(Math.max(1 - 0.075 * Math.log2(pixels), 0.25), 0.75);
  const low = Math.max(round(value * factor), SMALLEST / scale);
  const lowRem = unit === 'px' ? round(low / PIXELS_PER_REM) : low;
  const slope = round((100 * (value - low)) / ((widest - NARROWEST) / scale)) || 1;
  const offset = unit === 'px' ? '3.2px' : `0.2${unit}`;
  return `clamp(${low}${unit}, ${lowRem}rem + ((1vw - ${offset}) * ${slope}), ${size})`;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
