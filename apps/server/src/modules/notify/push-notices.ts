import { MODES } from '@app/domain/ledger';
import { noticeWritten } from '@app/protocol/events';
import * as z from 'zod/mini';
import type { Bus } from '../../platform/bus/bus.ts';
import { push } from '../../platform/bus/push.ts';
import type { OutboxEvent } from '../../platform/db/outbox.ts';
import { type Consumer, drain, register } from '../../platform/db/outbox-consumer.ts';
import type { Transact } from '../../platform/db/transact.ts';
import type { Log } from '../../platform/process/log.ts';

type Means = {
  readonly transact: Transact;
  /** Undefined if no bus server is configured: then no socket is notified, and an existing cursor still advances. */
  readonly bus: Bus | undefined;
  readonly log: Log;
  readonly patienceMs?: number;
};

const NAME = 'notify.hints';
/** Longer than a restart of the bus or of this process. */
const PATIENCE_MS = 10_000;

/**
 * Opens or creates the outbox cursor from which sockets are notified of notices. Returns one round, which publishes all
 * notices committed since. If the bus is down it waits briefly; then events are skipped without notification, because a
 * cursor that does not advance prevents all events from being dropped. Clients that connect later fetch their notices
 * themselves.
 */
export async function openNoticePushes(means: Means): Promise<() => Promise<void>> {
  const { transact, bus, log, patienceMs = PATIENCE_MS } = means;
  if (bus !== undefined) await transact((tx) => register(tx, NAME, 'now'));
  const consumer = consumerFor(bus);
  let upAt = performance.now();
  return async () => {
    const isUp = bus?.isUp() === true;
    if (isUp) upAt = performance.now();
    const isWaiting = bus !== undefined && !isUp && performance.now() - upAt < patienceMs;
    while (!isWaiting && (await drain(transact, consumer, log)) === 'more');
  };
}

const consumerFor = (bus: Bus | undefined): Consumer => ({
  name: NAME,
  handle: async (_tx, events) => {
    if (bus?.isUp() !== true) return;
    // Parse all before publishing any: a failed batch is handled again, one by one.
    for (const notice of await readWritten(events)) pushModes(bus, notice);
  },
});

type Written = z.output<typeof noticeWritten.schema>;

const readWritten = (events: readonly OutboxEvent[]): Promise<Written[]> =>
  Promise.all(
    events
      .filter(({ topic }) => topic === noticeWritten.topic)
      .map(({ payload }) => z.parseAsync(noticeWritten.schema, payload)),
  );

/**
 * Notifies both modes, because account notices are visible in either. A duplicate hint causes one extra read and is
 * harmless.
 */
function pushModes(bus: Bus, { id, userId }: Written): void {
  for (const mode of MODES) push(bus, { userId, mode }, { channel: 'notices', prev: '', seq: String(id), data: {} });
}
