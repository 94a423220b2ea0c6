import { rmSync } from 'node:fs';
import { startNats } from '../../services/nats.ts';
import { freePorts } from '../../services/places.ts';
import { openRunFolder } from '../../services/run-folder.ts';

/** NATS server to be crashed. */
export type FragileBus = {
  readonly url: string;
  /** Sends `kill -9` and starts a new one on the same port. */
  crash(): Promise<void>;
  stop(): Promise<void>;
};

export async function startFragileBus(purpose: string): Promise<FragileBus> {
  const folder = openRunFolder(purpose);
  const { nats: port } = await freePorts();
  const start = () => startNats(folder, port);
  let service = await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    crash: async () => {
      await service.kill();
      service = await start();
    },
    stop: async () => {
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
