import { BOOKS } from '@app/domain/ledger';
import { noticeWritten } from '@app/protocol/events';
import * as z from 'zod/mini';
import type { Bus } from '../../platform/bus.ts';
import type { Log } from '../../platform/log.ts';
import type { OutboxEvent } from '../../platform/outbox.ts';
import { type Consumer, drain, register } from '../../platform/outbox-consumer.ts';
import { push } from '../../platform/push.ts';
import type { Transact } from '../../platform/transact.ts';

type Means = {
  readonly transact: Transact;
  /** None where no server is named for it: then nobody is told, and a place that was once begun moves on all the same. */
  readonly bus: Bus | undefined;
  readonly log: Log;
  readonly patienceMs?: number;
};

const NAME = 'notify.hints';
/** A restart, of the bus or of this process, is shorter. */
const PATIENCE_MS = 10_000;

/**
 * Takes up, or begins, the place among events from which sockets are told of notices. The answer is one round: it tells of all
 * that were committed since. A bus that is away is waited for a little; then events pass without a word, because a place that
 * stands still keeps all events from ever being dropped. Whoever connects later looks by themselves.
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
    // All are read before anybody is told: a batch that fails is handled again, one by one.
    for (const notice of await readWritten(events)) pushBooks(bus, notice);
  },
});

type Written = z.output<typeof noticeWritten.schema>;

const readWritten = (events: readonly OutboxEvent[]): Promise<Written[]> =>
  Promise.all(
    events
      .filter(({ topic }) => topic === noticeWritten.topic)
      .map(({ payload }) => z.parseAsync(noticeWritten.schema, payload)),
  );

/** What happens to an account is seen from either book. Told twice is looked at twice, and no harm. */
function pushBooks(bus: Bus, { id, userId }: Written): void {
  for (const book of BOOKS) push(bus, { userId, book }, { channel: 'notices', prev: '', seq: String(id), data: {} });
}
