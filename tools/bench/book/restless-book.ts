import { openBus } from '@app/server/platform/bus';
import { pino } from 'pino';

type Level = readonly [price: string, amount: string];
type Place = { readonly natsUrl: string; readonly market: number; readonly price: number };

const LEVELS = 20;
const TICK = 0.01;
/** Above every number that an engine has given by now. */
const FIRST_SEQ = 10n ** 18n;

/** Tells a whole book so many times a second, as an engine would: each time its middle, prices and amounts are others. */
export async function openRestlessBook({ natsUrl, market, price }: Place, messagesASecond: number) {
  const bus = openBus(natsUrl, 'restless-book', pino({ level: 'silent' }));
  await bus.opened();
  let told = 0;
  const tell = () => {
    const middle = price + Math.sin(told / 7) * TICK * 200;
    const depth = { at: Date.now(), bids: levels(middle, -1), asks: levels(middle, 1) };
    bus.hint(`book.demo.${market}`, { seq: String(FIRST_SEQ + BigInt(told)), depth, trades: [] });
    told += 1;
  };
  // By the clock, not by the last one: a busy machine is late, but leaves none out.
  const startMs = performance.now();
  const tellDue = () => {
    while (told < ((performance.now() - startMs) / 1_000) * messagesASecond) tell();
  };
  const timer = setInterval(tellDue, 1_000 / messagesASecond);
  return {
    told: () => told,
    stop: async () => {
      clearInterval(timer);
      await bus.close();
    },
  };
}

const levels = (middle: number, direction: 1 | -1): readonly Level[] =>
  Array.from({ length: LEVELS }, (_, place) => [
    (middle + direction * (place + 1) * TICK * 7).toFixed(2),
    (0.01 + Math.random() * 2).toFixed(5),
  ]);
