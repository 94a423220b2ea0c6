import { openBus } from '@app/server/platform/bus';
import { pino } from 'pino';

type Level = readonly [price: string, amount: string];
type Place = { readonly natsUrl: string; readonly market: number; readonly price: number };

const LEVELS = 20;
const TICK = 0.01;
/** Above every sequence number an engine can have assigned by now. */
const FIRST_SEQ = 10n ** 18n;

/**
 * Publishes a full order book so many times a second, as an engine would, each time with another mid, prices and
 * amounts.
 */
export async function openRestlessBook({ natsUrl, market, price }: Place, messagesASecond: number) {
  const bus = openBus(natsUrl, 'restless-book', pino({ level: 'silent' }));
  await bus.opened();
  let sent = 0;
  const publish = () => {
    const middle = price + Math.sin(sent / 7) * TICK * 200;
    const depth = { at: Date.now(), bids: levels(middle, -1), asks: levels(middle, 1) };
    bus.publish(`book.demo.${market}`, { seq: String(FIRST_SEQ + BigInt(sent)), depth, trades: [] });
    sent += 1;
  };
  // Scheduled by the clock, not by the previous message: a busy machine is late, but skips none.
  const startMs = performance.now();
  const publishDue = () => {
    while (sent < ((performance.now() - startMs) / 1_000) * messagesASecond) publish();
  };
  const timer = setInterval(publishDue, 1_000 / messagesASecond);
  return {
    sent: () => sent,
    stop: async () => {
      clearInterval(timer);
      await bus.close();
    },
  };
}

const levels = (middle: number, direction: 1 | -1): readonly Level[] =>
  Array.from({ length: LEVELS }, (_, index) => [
    (middle + direction * (index + 1) * TICK * 7).toFixed(2),
    (0.01 + Math.random() * 2).toFixed(5),
  ]);
