import { expect, test } from '@jest/globals';
import { loadConfig } from '../../platform/config/load-config.js';
import './metrics.config.js';

test('METRICS_PORT may name an address', () => {
  expect(loadConfig({ METRICS_PORT: '9464' }).metrics.listener).toEqual({ host: '127.0.0.1', port: 9464 });
  expect(loadConfig({ METRICS_PORT: '0.0.0.0:9464' }).metrics.listener).toEqual({ host: '0.0.0.0', port: 9464 });
  expect(loadConfig({ METRICS_PORT: '[::]:9464' }).metrics.listener).toEqual({ host: '::', port: 9464 });
});
