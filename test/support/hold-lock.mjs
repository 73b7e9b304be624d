// Holds the write lock of an SQLite file as another program would: node hold-lock.mjs FILE IMMEDIATE|EXCLUSIVE
// Prints a line once it has the lock, and commits when its standard input ends.
import { DatabaseSync } from '@photostructure/sqlite';

const [file, mode] = process.argv.slice(2);
const database = new DatabaseSync(file, { timeout: 30_000 });
database.exec(`BEGIN ${mode}`);
process.stdout.write('locked\n');
process.stdin.on('end', () => {
  database.exec('COMMIT');
  database.close();
});
process.stdin.resume();
