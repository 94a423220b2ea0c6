import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startNats } from '../../services/nats.ts';
import { dataFolder, freePorts } from '../../services/places.ts';

/** A NATS that is there to be hurt. */
export type FragileBus = {
  readonly url: string;
  /** `kill -9`, and a new one on the same port. */
  crash(): Promise<void>;
  stop(): Promise<void>;
};

/** The folder is named as `startPrivateServices` names its own, so a rig that was killed is swept by the next run. */
export async function startFragileBus(purpose: string): Promise<FragileBus> {
  const folder = dataFolder(join('runs', `${purpose}-${process.pid}`));
  const { nats: port } = await freePorts();
  const start = async () => {
    const started = await startNats(folder, port);
    appendFileSync(join(folder, 'pids'), `${started.pid}\n`);
    return started;
  };
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
