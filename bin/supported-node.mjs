// Imported before everything else: an older Node fails at the first line that it does not know, with a stack and no reason.
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const [major, minor] = engines.node.match(/\d+/g).map(Number);
const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number);
if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
  console.error(`Nestpress needs Node.js ${major}.${minor} or newer, and this is ${process.versions.node}.`);
  process.exit(1);
}
