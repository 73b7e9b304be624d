import { stripVTControlCharacters } from 'node:util';
import { expect, test } from '@jest/globals';
import { createLogger, PinoLogger, terminalLines } from './pino.logger.js';

function logTo(level: string): { logger: PinoLogger; text: () => string } {
  let written = '';
  const terminal = { write: (text: string) => Boolean((written += text)) };
  return {
    logger: new PinoLogger(createLogger(level, terminalLines(terminal as never))),
    text: () => stripVTControlCharacters(written),
  };
}

test('an entry is a line with time, level, context, message and fields', () => {
  const { logger, text } = logTo('info');
  logger.warn({ msg: 'slow', ms: 12, path: '/a b\u001b[2J' }, 'Database');
  expect(text()).toMatch(/^\d\d:\d\d:\d\d warn {2}\[Database\] slow ms=12 path="\/a b\\u001b\[2J"\n$/);
});

test('a request begins with method, path, status and time; its ID is there if it failed', () => {
  const { logger, text } = logTo('info');
  const request = { msg: 'request', requestId: 'an-id', method: 'GET', route: '/wp/v2/posts' };
  logger.log({ ...request, path: '/wp-json/wp/v2/posts', status: 200, ms: 136.66, cache: 'miss' });
  logger.log({ ...request, path: '/a\u001b[2J', status: 404, ms: 9.02 });
  logger.log({ ...request, path: '/wp-json/', status: 503, ms: 4 });
  logger.log({ ...request, path: '/wp-json/', status: 200, cache: 'hit' });
  expect(text().replace(/^\S+ info {2}/gm, '')).toBe(
    [
      'GET /wp-json/wp/v2/posts 200 137 ms cache=miss',
      'GET "/a\\u001b[2J" 404 9.0 ms',
      'GET /wp-json/ 503 4.0 ms requestId=an-id',
      'GET /wp-json/ 200 cache=hit',
      '',
    ].join('\n'),
  );
});

test('the framework’s own start is logged at debug', () => {
  const info = logTo('info');
  info.logger.log('Mapped {/x, GET} route', 'RouterExplorer');
  info.logger.log('Mapped {/x, GET} route', '_RouterExplorer');
  info.logger.log('Changes are shared', 'Database');
  expect(info.text()).toMatch(/^\S+ info {2}\[Database\] Changes are shared\n$/);
  const debug = logTo('debug');
  debug.logger.log('Mapped {/x, GET} route', 'RouterExplorer');
  expect(debug.text()).toContain('debug [RouterExplorer] Mapped {/x, GET} route');
});
