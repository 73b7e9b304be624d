import { expect, test } from '@jest/globals';
import { EMPTY_BODY_HASH, encodePath, signed } from './s3-signature.js';

/** The example of the service's own documentation. */
test('a request is signed as documented', () => {
  const headers = signed(
    {
      method: 'GET',
      path: '/test.txt',
      headers: { host: 'examplebucket.s3.amazonaws.com', range: 'bytes=0-9' },
      bodyHash: EMPTY_BODY_HASH,
    },
    { region: 'us-east-1', accessKey: 'AKIAIOSFODNN7EXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
    new Date('2013-05-24T00:00:00Z'),
  );
  expect(headers.authorization).toMatch(/Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41$/);
});

test('paths are escaped part by part', () => {
  expect(encodePath("2018/02/a b(1)'é.png")).toBe('2018/02/a%20b%281%29%27%C3%A9.png');
});
