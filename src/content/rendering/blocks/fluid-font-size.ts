import { type BlockTheme } from '../context.js';
import { type BlockAttributes, isRecord } from './block.js';

const PIXELS_PER_REM = 16;
const SMALLEST = 14;
const NARROWEST = 320;

/** A fixed font size in the saved HTML, made to grow with the screen up to its value, where the theme wants that. */
export function fluidFontSize(html: string, { style }: BlockAttributes, { fluidWidth }: BlockTheme): string {
  const typography = isRecord(style) && isRecord(style.typography) ? style.typography : {};
  const size = typography.fontSize;
  if (fluidWidth === undefined || typeof size !== 'string') return html;
  const fluid = clampedSize(size, fluidWidth);
  const declaration = `font-size:${size}`;
  return fluid === undefined || !html.includes(declaration)
    ? html
    : html.replace(declaration, () => `font-size:${fluid};`);
}

function clampedSize(size: string, widest: number): string | undefined {
  const [, number, unit] = /^(\d*\.?\d+)(px|rem|em)$/.exec(size) ?? [];
  if (number === undefined || unit === undefined) return undefined;
  const scale = unit === 'px' ? 1 : PIXELS_PER_REM;
  const value = Number(number);
  const pixels = value * scale;
  if (pixels <= SMALLEST) return undefined;
  const factor = Math.min(Math.max(1 - 0.075 * Math.log2(pixels), 0.25), 0.75);
  const low = Math.max(round(value * factor), SMALLEST / scale);
  const lowRem = unit === 'px' ? round(low / PIXELS_PER_REM) : low;
  const slope = round((100 * (value - low)) / ((widest - NARROWEST) / scale)) || 1;
  const offset = unit === 'px' ? '3.2px' : '0.2rem';
  return `clamp(${low}${unit}, ${lowRem}rem + ((1vw - ${offset}) * ${slope}), ${size})`;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
