import type { Service } from './launch.ts';
import { startNats } from './nats.ts';
import type { Ports } from './places.ts';
import { startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';

/** URLs of the three real services. `postgres` is an administrator of the cluster. */
export type ServiceUrls = { postgres: string; nats: string; redis: string };

export type Services = { urls: ServiceUrls; running: Service[]; stop(): Promise<void> };

/** Starts the services the environment does not name; the named ones are used as they are and never stopped. */
export async function startServices(
  folder: string,
  ports: Ports,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Services> {
  const named = {
    postgres: environment.POSTGRES_URL,
    nats: environment.NATS_URL,
    redis: environment.REDIS_URL,
  };
  const starts = await Promise.allSettled([
    ...(named.postgres ? [] : [startPostgres(folder, ports.postgres)]),
    ...(named.nats ? [] : [startNats(folder, ports.nats)]),
    ...(named.redis ? [] : [startRedis(folder, ports.redis)]),
  ]);
  const running = starts.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const failed = starts.find((each) => each.status === 'rejected');
  if (failed !== undefined) {
    await Promise.all(running.map((service) => service.stop()));
    throw failed.reason;
  }
  return {
    urls: {
      postgres: named.postgres ?? `postgres://postgres@127.0.0.1:${ports.postgres}/postgres`,
      nats: named.nats ?? `nats://127.0.0.1:${ports.nats}`,
      redis: named.redis ?? `redis://127.0.0.1:${ports.redis}`,
    },
    running,
    stop: async () => {
      await Promise.all(running.map((service) => service.stop()));
    },
  };
}
