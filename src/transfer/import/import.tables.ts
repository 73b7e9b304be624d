import { OWN_TABLE_PREFIX, type ColumnDefinition, type TableDefinition } from '../../database/schema/index.js';

export const IMPORTS = 'imports';
export const IMPORT_MAP = 'import_map';
export const IMPORT_REFERENCES = 'import_references';
export const IMPORT_FILES = 'import_files';

const id = (name: string): ColumnDefinition => ({ name, type: 'bigint(20) unsigned', default: 0 });
const serial = (name: string): ColumnDefinition => ({ name, type: 'bigint(20) unsigned', autoIncrement: true });
const text = (name: string, length: number): ColumnDefinition => ({ name, type: `varchar(${length})`, default: '' });

/** What imports remember, so that one that was cut short goes on and one that is repeated changes nothing. */
export const IMPORT_TABLES: readonly TableDefinition[] = [
  {
    // One row for each site that files came from, and how far the last one got.
    name: OWN_TABLE_PREFIX + IMPORTS,
    columns: [
      serial('id'),
      text('home', 191),
      text('file', 255),
      // running, done
      text('state', 10),
      id('bytes'),
      id('items'),
      { name: 'updated_at', type: 'bigint(20)', default: 0 },
    ],
    primaryKey: ['id'],
    indexes: [{ name: 'home', columns: ['home'], unique: true }],
  },
  {
    // Which row here an entry or term of that site became.
    name: OWN_TABLE_PREFIX + IMPORT_MAP,
    columns: [id('import_id'), text('kind', 10), id('old_id'), id('new_id')],
    primaryKey: ['import_id', 'kind', 'old_id'],
    indexes: [],
  },
  {
    // What points to something the files have not told about yet.
    name: OWN_TABLE_PREFIX + IMPORT_REFERENCES,
    columns: [serial('id'), id('import_id'), text('kind', 20), id('owner'), text('name', 64), text('target', 200)],
    primaryKey: ['id'],
    indexes: [{ name: 'import_id', columns: ['import_id', 'id'] }],
  },
  {
    // Addresses files had there and have here, without extension; found by the digest of the old one.
    name: OWN_TABLE_PREFIX + IMPORT_FILES,
    columns: [id('import_id'), text('digest', 40), { name: 'address', type: 'text' }],
    primaryKey: ['import_id', 'digest'],
    indexes: [],
  },
];
