import { reasonOf } from '../start/start-error.js';
import { fail, type Finding, ok, type DoctorContext } from './finding.js';

const TIMEOUT_MS = 5000;

/** Skipped if Redis is not configured. */
export async function checkRedis({ config }: DoctorContext): Promise<Finding[]> {
  if (config.redisUrl === undefined) return [];
  const { Redis } = await import('ioredis');
  const redis = new Redis(config.redisUrl, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  });
  let connectionError: unknown;
  redis.on('error', (error) => (connectionError = error));
  try {
    await redis.connect();
    await redis.ping();
    return [ok('redis', 'responds; processes notify each other of changes at once.')];
  } catch (error) {
    return [
      fail(
        'redis',
        `Redis cannot be used: ${reasonOf(connectionError ?? error)}.`,
        'Start it, or correct REDIS_URL. Meanwhile other processes notice changes within two seconds.',
      ),
    ];
  } finally {
    redis.disconnect();
  }
}
