import { createSecretKey } from 'node:crypto';
import { inject } from 'vitest';
import { type Bus, openBus } from '../src/platform/bus/bus.ts';
import { atTheEnd, silent } from './testbed.ts';

/** Bus keys of tests: never ours. */
export const busKeys = {
  engineKeys: [createSecretKey(Buffer.alloc(32, 11))],
  pushKeys: [createSecretKey(Buffer.alloc(32, 13))],
};

/** Creates a bus that holds every key and may use every subject; it connects in the background. */
export function createTestBus(url: string = inject('services').nats): Bus {
  const bus = openBus({ url, name: 'test', log: silent, ...busKeys });
  atTheEnd(() => bus.close());
  return bus;
}

export async function openTestBus(url?: string): Promise<Bus> {
  const bus = createTestBus(url);
  await bus.opened();
  return bus;
}

/** Opens a scoped bus: all tests of a run share one NATS, so each testbed uses its own prefix. */
export async function openScopedBus(scope: string, url?: string): Promise<Bus> {
  const bus = await openTestBus(url);
  return {
    ...bus,
    publish: (subject, message) => bus.publish(`${scope}.${subject}`, message),
    listen: (subject, onMessage) => bus.listen(`${scope}.${subject}`, onMessage),
    publishSigned: (subject, message) => bus.publishSigned(`${scope}.${subject}`, message),
    publishAllSigned: (subject, messages) =>
      bus.publishAllSigned(
        `${scope}.${subject}`,
        messages.map((it) => ({ ...it, subject: `${scope}.${it.subject}` })),
      ),
    listenSigned: (subject, onMessage) => bus.listenSigned(`${scope}.${subject}`, onMessage),
  };
}
