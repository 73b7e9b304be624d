import { Redis } from 'ioredis';
import { reasonOf } from '../../../platform/start/start-error.js';
import { fail, type Finding, ok, type Patient } from '../finding.js';

const TIMEOUT_MS = 5000;

/** Not asked for where none is configured. */
export async function checkRedis({ config }: Patient): Promise<Finding[]> {
  if (config.redisUrl === undefined) return [];
  const redis = new Redis(config.redisUrl, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  });
  let heard: unknown;
  redis.on('error', (error) => (heard = error));
  try {
    await redis.connect();
    await redis.ping();
    return [ok('redis', 'answers; processes tell each other of changes at once.')];
  } catch (error) {
    return [
      fail(
        'redis',
        `Redis cannot be used: ${reasonOf(heard ?? error)}.`,
        'Start it, or correct REDIS_URL. Meanwhile other processes notice changes within two seconds.',
      ),
    ];
  } finally {
    redis.disconnect();
  }
}
