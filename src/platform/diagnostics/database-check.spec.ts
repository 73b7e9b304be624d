import { expect, test } from '@jest/globals';
import { grantedRights } from './database-check.js';

test('rights on the server or on the database count, those on other databases or single tables do not', () => {
  const rights = grantedRights(
    [
      "GRANT USAGE ON *.* TO `anna`@`%` IDENTIFIED BY PASSWORD '*0'",
      'GRANT SELECT, INSERT, LOCK TABLES ON `my\\_site`.* TO `anna`@`%`',
      'GRANT TRIGGER ON `other`.* TO `anna`@`%`',
      'GRANT DROP ON `my_site`.`wp_posts` TO `anna`@`%`',
      'GRANT INDEX ON `my%`.* TO `anna`@`%`',
    ],
    'my_site',
  );
  expect([...rights]).toEqual(['USAGE', 'SELECT', 'INSERT', 'LOCK TABLES', 'INDEX']);
});

test.each([
  ['GRANT ALL PRIVILEGES ON *.* TO `root`@`localhost` WITH GRANT OPTION'],
  ['GRANT ALL PRIVILEGES ON `site`.* TO `anna`@`%`'],
  ['GRANT `editors`@`%` TO `anna`@`%`'],
])('%s leaves nothing to report', (line) => {
  expect(grantedRights([line], 'site')).toBe('all');
});
