import type { Service } from './launch.ts';
import { BUS_USERS, type BusUser, type NatsOptions, natsUrlsOf, startNats } from './nats.ts';
import type { Ports } from './places.ts';
import { startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';

/** URLs of the three real services. */
export type ServiceUrls = {
  /** Administrator of the cluster. */
  postgres: string;
  /** User with every right, if the server has one; otherwise only the address. */
  nats: string;
  /** NATS as each process sees it, with its own user. */
  natsUsers: Record<BusUser, string>;
  redis: string;
};

export type Services = { urls: ServiceUrls; running: Service[]; stop(): Promise<void> };

export type ServiceOptions = NatsOptions & {
  /** Settings of PostgreSQL on top of the usual ones. */
  readonly postgres?: Readonly<Record<string, string>> | undefined;
};

/** Starts the services the environment does not name; the named ones are used as they are and never stopped. */
export async function startServices(
  folder: string,
  ports: Ports,
  {
    environment = process.env,
    hasTestUser = false,
    postgres,
  }: ServiceOptions & { environment?: NodeJS.ProcessEnv } = {},
): Promise<Services> {
  const named = {
    postgres: environment.POSTGRES_URL,
    nats: environment.NATS_URL,
    redis: environment.REDIS_URL,
  };
  const starts = await Promise.allSettled([
    ...(named.postgres ? [] : [startPostgres(folder, ports.postgres, postgres)]),
    ...(named.nats ? [] : [startNats(folder, ports.nats, { hasTestUser })]),
    ...(named.redis ? [] : [startRedis(folder, ports.redis)]),
  ]);
  const running = starts.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const failed = starts.find((each) => each.status === 'rejected');
  if (failed !== undefined) {
    await Promise.all(running.map((service) => service.stop()));
    throw failed.reason;
  }
  const own = named.nats === undefined ? natsUrlsOf(folder, ports.nats) : undefined;
  const natsUsers = BUS_USERS.map((user) => [user, named.nats ?? own?.[user]]);
  return {
    urls: {
      postgres: named.postgres ?? `postgres://postgres@127.0.0.1:${ports.postgres}/postgres`,
      nats: named.nats ?? (hasTestUser && own ? own.test : `nats://127.0.0.1:${ports.nats}`),
      natsUsers: Object.fromEntries(natsUsers) as ServiceUrls['natsUsers'], // One for each user.
      redis: named.redis ?? `redis://127.0.0.1:${ports.redis}`,
    },
    running,
    stop: async () => {
      await Promise.all(running.map((service) => service.stop()));
    },
  };
}
