import { MODES } from '@app/domain/ledger';
import { noticeWritten } from '@app/protocol/events';
import * as z from 'zod/mini';
import type { Bus } from '../../platform/bus/bus.ts';
import { push } from '../../platform/bus/push.ts';
import type { OutboxEvent } from '../../platform/db/outbox.ts';
import type { Consumer } from '../../platform/db/outbox-consumer.ts';
import { inTraceparent } from '../../platform/process/trace.ts';

/** Longer than a restart of the bus or of this process. */
const PATIENCE_MS = 10_000;

/**
 * Creates the outbox consumer that notifies sockets of notices. If the bus is down it waits briefly; then events are
 * skipped without notification, because a cursor that does not advance prevents all events from being dropped. Clients
 * that connect later fetch their notices themselves. Without a bus no socket is notified and no cursor is created, but
 * an existing one still advances.
 */
export function createNoticePushes(bus: Bus | undefined, patienceMs = PATIENCE_MS): Consumer {
  let upAt = performance.now();
  return {
    name: 'notify.hints',
    everyMs: 200, // A user waits for it: what staff decided is to be on the open page within a second.
    startAt: bus === undefined ? undefined : 'now',
    isReady: () => {
      const isUp = bus?.isUp() === true;
      if (isUp) upAt = performance.now();
      return bus === undefined || isUp || performance.now() - upAt >= patienceMs;
    },
    handle: async (_tx, events) => {
      if (bus?.isUp() !== true) return;
      // Parse all before publishing any: a failed batch is handled again, one by one.
      for (const { notice, trace } of await readWritten(events)) inTraceparent(trace, () => pushModes(bus, notice));
    },
  };
}

type Written = z.output<typeof noticeWritten.schema>;

const readWritten = (events: readonly OutboxEvent[]) =>
  Promise.all(
    events
      .filter(({ topic }) => topic === noticeWritten.topic)
      .map(async ({ payload, trace }) => ({ notice: await z.parseAsync(noticeWritten.schema, payload), trace })),
  );

/**
 * Notifies both modes, because account notices are visible in either. A duplicate hint causes one extra read and is
 * harmless.
 */
function pushModes(bus: Bus, { id, userId }: Written): void {
  for (const mode of MODES) push(bus, { userId, mode }, { channel: 'notices', prev: '', seq: String(id), data: {} });
}
