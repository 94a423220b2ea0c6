import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { findBinary } from './binaries.ts';
import { type Answer, launch, type Service } from './launch.ts';
import { readAnswer } from './listening.ts';
import { freePorts } from './places.ts';
import { openRunFolder } from './run-folder.ts';

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

/** NATS of one rig or bench: its own folder and port, removed when it stops. */
export type PrivateNats = {
  readonly url: string;
  /** Sends `kill -9` and starts a new one on the same port. */
  crash(): Promise<void>;
  stop(): Promise<void>;
};

export async function startPrivateNats(purpose: string): Promise<PrivateNats> {
  const folder = openRunFolder(purpose);
  const { nats: port } = await freePorts();
  let service = await startNats(folder, port);
  return {
    url: `nats://127.0.0.1:${port}`,
    crash: async () => {
      await service.kill();
      service = await startNats(folder, port);
    },
    stop: async () => {
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Identifies the server by the NATS greeting `INFO {"server_name": …}`. */
async function whoAnswers(port: number, serverName: string): Promise<Answer> {
  const greeting = await readAnswer(port, '', (text) => text.includes('\n'));
  if (greeting === undefined || greeting === '') return 'nobody';
  return greeting.includes(`"server_name":"${serverName}"`) ? 'ours' : 'another';
}
