import { loadSharp } from '../../../content/media/images/load-sharp.js';

/** Strokes in a box of 4 by 6; characters that look alike are left out. No font is needed to draw them. */
const STROKES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    A: 'M0 6L2 0L4 6M1 4H3',
    C: 'M4 1L3 0H1L0 1V5L1 6H3L4 5',
    E: 'M4 0H0V6H4M0 3H3',
    F: 'M4 0H0V6M0 3H3',
    H: 'M0 0V6M4 0V6M0 3H4',
    J: 'M4 0V5L3 6H1L0 5',
    K: 'M0 0V6M4 0L0 3L4 6',
    L: 'M0 0V6H4',
    M: 'M0 6V0L2 3L4 0V6',
    N: 'M0 6V0L4 6V0',
    P: 'M0 6V0H3L4 1V2L3 3H0',
    R: 'M0 6V0H3L4 1V2L3 3H0M2 3L4 6',
    T: 'M0 0H4M2 0V6',
    U: 'M0 0V5L1 6H3L4 5V0',
    W: 'M0 0L1 6L2 3L3 6L4 0',
    X: 'M0 0L4 6M4 0L0 6',
    Y: 'M0 0L2 3L4 0M2 3V6',
    3: 'M0 0H4L2 2.5H3L4 3.5V5L3 6H1L0 5',
    4: 'M3 6V0L0 4H4',
    7: 'M0 0H4L1 6',
    9: 'M4 2.5L3 3H1L0 2V1L1 0H3L4 1V4L3 6H1',
  }),
);

export const CAPTCHA_CHARACTERS = [...STROKES.keys()];

const CELL = 30;
const HEIGHT = 56;
const LINES = 4;

/** The characters as a picture. `look` says how they are bent, so that a challenge always looks the same. */
export async function drawCaptcha(text: string, look: Uint8Array): Promise<Buffer> {
  const width = CELL * text.length + 20;
  const turn = (place: number, spread: number) => ((look[place % look.length]! / 255) * 2 - 1) * spread;
  const characters = [...text].map((character, index) => {
    const x = 16 + index * CELL + turn(index, 4);
    const y = 13 + turn(index + 5, 6);
    return `<path transform="translate(${x} ${y}) rotate(${turn(index + 10, 22)} 8 14) scale(${4 + turn(index + 3, 0.5)} ${5 + turn(index + 7, 0.6)})" d="${STROKES.get(character)}"/>`;
  });
  const lines = Array.from({ length: LINES }, (_, index) => {
    const [from, to] = [HEIGHT / 2 + turn(index, HEIGHT / 2), HEIGHT / 2 + turn(index + 12, HEIGHT / 2)];
    return `<path d="M0 ${from}C${width / 3} ${to} ${(width / 3) * 2} ${from} ${width} ${to}"/>`;
  });
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#fff"/>` +
    `<g fill="none" stroke="#222" stroke-width=".6" stroke-linecap="round" stroke-linejoin="round">${characters.join('')}</g>` +
    `<g fill="none" stroke="#777" stroke-width="1.2">${lines.join('')}</g></svg>`;
  const sharp = await loadSharp();
  return sharp(Buffer.from(svg)).png().toBuffer();
}
