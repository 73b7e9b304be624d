import { EventEmitter } from 'node:events';
import { expect, test } from '@jest/globals';
import { type Principal } from '../../access/principal.js';
import { RestError } from '../errors/rest-error.js';
import { RestRequest } from '../http/rest-request.js';
import { type CommonHeadersService } from '../response/common-headers.service.js';
import { StreamsService } from './streams.service.js';

const MAX_STREAMS = 40;
const from = (address: string, id = 0) => ({
  principal: { id, isAnonymous: id === 0 } as Principal,
  request: new RestRequest('GET', '/', {}, {}, address, 'GET'),
});
const streams = () => new StreamsService({} as CommonHeadersService, { maxStreams: MAX_STREAMS });
/** How many of these are accepted. */
const accepted = (service: StreamsService, requesters: readonly ReturnType<typeof from>[]) =>
  requesters.filter((requester) => {
    try {
      return service.hold(requester);
    } catch (error) {
      expect(error).toMatchObject({ status: 503, headers: { 'Retry-After': '10' } });
      return error instanceof RestError ? undefined : expect(error).toBeInstanceOf(RestError);
    }
  }).length;

test('an address, an account, all anonymous requests and all requests have a limit', () => {
  const service = streams();
  expect(accepted(service, Array(50).fill(from('203.0.113.1')))).toBe(4);
  const visitors = Array.from({ length: 100 }, (_, index) => from(`198.51.100.${index}`));
  expect(accepted(service, visitors)).toBe(26);
  expect(accepted(service, Array(50).fill(from('203.0.113.1', 1)))).toBe(4);
  const accounts = Array.from({ length: 100 }, (_, index) => from('203.0.113.1', index + 2));
  expect(accepted(service, accounts)).toBe(6);
});

test('a place is free after its release; a disconnected client is reported, and no listener is left', () => {
  const service = streams();
  const requester = from('203.0.113.1');
  const connection = new EventEmitter();
  requester.request.connection = Object.assign(connection, { destroyed: false }) as never;
  for (let time = 0; time < 100; time++) service.hold(requester).release();
  expect(connection.listenerCount('close')).toBe(0);
  const { closed } = service.hold(requester);
  connection.emit('close');
  expect(closed.aborted).toBe(true);
});
