import { describe, expect, test } from '@jest/globals';
import { type RoleDefinitions } from '../../access/capabilities/index.js';
import { userLevel, withRoles } from './users.writer.js';

const definitions: RoleDefinitions = new Map([
  [
    'author',
    {
      name: 'Author',
      capabilities: new Map([
        ['edit_posts', true],
        ['level_1', true],
        ['level_2', true],
      ]),
    },
  ],
  [
    'subscriber',
    {
      name: 'Subscriber',
      capabilities: new Map([
        ['read', true],
        ['level_0', true],
      ]),
    },
  ],
]);

describe('roles of a user', () => {
  test('replace all roles, in the order given, and leave other capabilities', () => {
    const own = new Map([
      ['subscriber', true],
      ['fly', true],
      ['swim', false],
    ]);
    expect([...withRoles(own, ['author', 'author'], definitions)]).toEqual([
      ['fly', true],
      ['swim', false],
      ['author', true],
    ]);
    expect([...withRoles(own, [], definitions)]).toEqual([
      ['fly', true],
      ['swim', false],
    ]);
  });

  test('give the highest level among their capabilities', () => {
    expect(
      userLevel(
        new Map([
          ['author', true],
          ['subscriber', true],
        ]),
        definitions,
      ),
    ).toBe(2);
    expect(
      userLevel(
        new Map([
          ['author', true],
          ['level_2', false],
        ]),
        definitions,
      ),
    ).toBe(1);
    expect(userLevel(new Map(), definitions)).toBe(0);
    expect(
      userLevel(
        new Map([
          ['level_10', true],
          ['level_99', true],
        ]),
        definitions,
      ),
    ).toBe(10);
  });
});
