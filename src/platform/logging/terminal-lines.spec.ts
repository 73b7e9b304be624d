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

test('the framework’s own start is logged at debug', () => {
  const info = logTo('info');
  info.logger.log('Mapped {/x, GET} route', 'RouterExplorer');
  info.logger.log('Changes are shared', 'Database');
  expect(info.text()).toMatch(/^\S+ info {2}\[Database\] Changes are shared\n$/);
  const debug = logTo('debug');
  debug.logger.log('Mapped {/x, GET} route', 'RouterExplorer');
  expect(debug.text()).toContain('debug [RouterExplorer] Mapped {/x, GET} route');
});
