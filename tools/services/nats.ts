import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { findBinary } from './binaries.ts';
import { type Answer, launch, type Service } from './launch.ts';
import { readAnswer } from './listening.ts';

/** Starts a private NATS, core only: no persistent data is stored there. */
export function startNats(folder: string, port: number): Promise<Service> {
  const serverName = randomUUID();
  return launch({
    name: 'nats',
    product: 'NATS',
    binary: findBinary('nats-server'),
    args: ['-a', '127.0.0.1', '-p', String(port), '--name', serverName],
    port,
    logFile: join(folder, 'nats.log'),
    stopSignal: 'SIGTERM',
    whoAnswers: () => whoAnswers(port, serverName),
  });
}

/** Identifies the server by the NATS greeting `INFO {"server_name": …}`. */
async function whoAnswers(port: number, serverName: string): Promise<Answer> {
  const greeting = await readAnswer(port, '', (text) => text.includes('\n'));
  if (greeting === undefined || greeting === '') return 'nobody';
  return greeting.includes(`"server_name":"${serverName}"`) ? 'ours' : 'another';
}
