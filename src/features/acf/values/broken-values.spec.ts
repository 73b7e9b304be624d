import { expect, test } from '@jest/globals';
import { PhpArray } from '../../../text/php/index.js';
import { StoredArguments } from '../../../text/php/stored-arguments.js';
import { type PlacedField } from '../definitions/placed-fields.js';
import { readAll } from './field-format.js';
import { ItemValues } from './item-values.js';
import { compileLight } from './light-format.js';
import { linkingFields } from './links.js';
import { NO_REFERENCES, ReferenceNeeds } from './references.js';
import { compileStandard } from './standard-format.js';

const TYPES = [
  'text textarea number range email url password oembed wysiwyg image file gallery select checkbox radio button_group',
  'true_false link post_object page_link relationship taxonomy user google_map date_picker date_time_picker time_picker',
  'color_picker icon_picker group clone repeater flexible_content unknown',
].flatMap((names) => names.split(' '));

const FORMATS = ['', 'array', 'object', 'id', 'url', 'string', 'label', 'Y-m-d', 'U'];

const VALUES = [
  '',
  '0',
  '-1',
  '1e309',
  '99999999999999999999',
  '12:61',
  '20249999',
  '0000-00-00 00:00:00',
  '{"lat":',
  'b:7;',
  'i:99999999999999999999;',
  'd:INF;',
  'a:0:{}',
  'a:1:{i:0;N;}',
  'a:1:{i:0;b:0;}',
  'a:1:{i:0;s:9:"broken',
  'a:99999999:{i:0;i:1;}',
  'a:1:{i:0;a:1:{i:0;a:1:{i:0;i:7;}}}',
  'a:1:{s:9:"__proto__";s:1:"x";}',
  'a:2:{s:4:"type";s:13:"media_library";s:5:"value";a:0:{}}',
  'O:8:"stdClass":0:{}',
  `a:1:{s:3:"url";${'a:1:{i:0;'.repeat(500)}i:1;${'}'.repeat(500)}}`,
];

function field(type: string, format: string, isMany: boolean): PlacedField {
  const settings = new StoredArguments(
    PhpArray.map([
      ['return_format', format],
      ['multiple', isMany ? 1 : 0],
      ['new_lines', isMany ? 'br' : 'wpautop'],
      ['field_type', isMany ? 'checkbox' : 'select'],
    ]),
  );
  const own = { key: 'field_f', name: 'f', formattedName: 'f', label: 'F', type, settings };
  const inner = { ...own, key: 'field_i', name: 'i', formattedName: 'i', type: 'text', fields: [], layouts: [] };
  return { ...own, fields: [inner], layouts: [{ key: 'layout_1', name: 'one', label: 'One', fields: [inner] }] };
}

test.each(TYPES)('a %s field reads any stored text', (type) => {
  for (const format of FORMATS)
    for (const isMany of [true, false]) {
      const fields = [field(type, format, isMany)];
      const { formats, collectors } = compileStandard(fields);
      for (const text of VALUES) {
        const values = new ItemValues(1, new Map([['f', text]]));
        const read = () => [
          readAll(compileLight(fields, { hasDisabledRows: isMany }), values, '', { hidesSecrets: false }),
          readAll(collectors, values, '', new ReferenceNeeds()),
          readAll(formats, values, '', { hidesSecrets: false, references: NO_REFERENCES }),
          linkingFields(fields).map((linking) => linking.ids(values)),
        ];
        expect([text, format, read]).toEqual([text, format, expect.any(Function)]);
        expect(() => JSON.stringify(read())).not.toThrow();
      }
    }
});
