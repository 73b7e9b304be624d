// `--help` prints the comment at the top of a script and ends it. Imported first, so that nothing else has begun: import './usage.mjs'.
import { readFileSync } from 'node:fs';

const [, script, ...args] = process.argv;
// What follows `run` is another program with options of its own (local-mariadb.mjs).
const own = args.includes('run') ? args.slice(0, args.indexOf('run')) : args;
if (own.includes('--help') || own.includes('-h')) {
  console.log(topComment(readFileSync(script, 'utf8')));
  process.exit(0);
}

function topComment(text) {
  const [comment = ''] = /^(?:\/\/.*\n)+|^\/\*\*[^]*?\*\/\n/.exec(text.replace(/^#!.*\n/, '')) ?? [];
  return comment.replace(/^(?:\/\/ ?| ?\*\/| ?\/?\*+ ?)/gm, '').trim();
}
