import { join } from 'node:path';
import { findBinary } from './binaries.ts';
import { launch, type Service } from './launch.ts';

/** Starts a private NATS, core only: nothing we keep lives there. */
export function startNats(folder: string, port: number): Promise<Service> {
  return launch({
    name: 'nats',
    binary: findBinary('nats-server'),
    args: ['-a', '127.0.0.1', '-p', String(port)],
    port,
    logFile: join(folder, 'nats.log'),
    stopSignal: 'SIGTERM',
  });
}
