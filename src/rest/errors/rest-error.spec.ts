import { expect, test } from '@jest/globals';
import { NO_DATA, RestError } from './rest-error.js';

test('data has the status, also next to members of its own', () => {
  expect(new RestError('a', 'A', 404).body.data).toEqual({ status: 404 });
  expect(new RestError('a', 'A', 409, { field: 'x' }).body.data).toEqual({ status: 409, field: 'x' });
  expect(new RestError('a', 'A', 409, { status: 410 }).body.data).toEqual({ status: 410 });
  expect(RestError.bare('a', 'A', 7).body.data).toBe(7);
  expect(new RestError('a', 'A', 400, NO_DATA).body).toEqual({ code: 'a', message: 'A' });
});
