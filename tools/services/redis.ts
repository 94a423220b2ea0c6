import { join } from 'node:path';
import { findBinary } from './binaries.ts';
import { launch, type Service } from './launch.ts';

/** Starts a private Redis that writes nothing to disk: caches and soft limits only. */
export function startRedis(folder: string, port: number): Promise<Service> {
  return launch({
    name: 'redis',
    binary: findBinary('redis-server'),
    args: ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no', '--dir', folder],
    port,
    logFile: join(folder, 'redis.log'),
    stopSignal: 'SIGTERM',
  });
}
