import { setTimeout as pause } from 'node:timers/promises';
import { count } from '../rig.ts';
import type { Client } from './client.ts';
import type { Answer, Tally } from './http.ts';

/** Traded markets with their price and lot steps. */
export const MARKETS = [
  { symbol: 'BTC/USDT', priceStep: 2, lotStep: 5 },
  { symbol: 'ETH/USDT', priceStep: 2, lotStep: 4 },
  { symbol: 'SOL/USDT', priceStep: 2, lotStep: 3 },
] as const;

export type Acknowledged = { readonly key: string; readonly user: string; readonly order: string };
export type Crowd = {
  readonly clients: readonly Client[];
  readonly tally: Tally;
  readonly placed: Acknowledged[];
  readonly random: (end: number) => number;
};

/** Legitimate refusals of each action. */
const REFUSALS: Readonly<Record<string, readonly string[]>> = {
  place: [
    ...[
      'no_live_price',
      'price_stale',
      'below_minimum',
      'insufficient_balance',
      'would_take',
      'own_order_crossed',
      'nothing_offered',
    ],
    'too_many_orders',
  ],
  cancel: ['order_state_changed'],
  'cancel all': [],
};

/** Performs about one action a second until the signal aborts. */
export async function keepTrading(crowd: Crowd, client: Client, signal: AbortSignal): Promise<void> {
  await pause(crowd.random(1_000));
  while (!signal.aborted) {
    const startedMs = performance.now();
    await actOnce(crowd, client);
    const restMs = 600 + crowd.random(1_200) - (performance.now() - startedMs);
    if (restMs > 0) await pause(restMs);
  }
}

async function actOnce(crowd: Crowd, client: Client): Promise<void> {
  const dice = crowd.random(100);
  if (dice < 1) return client.reconnect();
  if (dice < 3) return note(crowd, 'cancel all', await client.calls.effect('POST', '/plus/orders/cancel-all', {}));
  const open = [...client.view.orders.values()].filter(({ status }) => status === 'open');
  const order = open[crowd.random(open.length || 1)];
  if (dice < 25 && order !== undefined)
    return note(crowd, 'cancel', await client.calls.effect('PUT', '/coin/trade', { id: order.id }));
  const request = requestOf(crowd, client);
  if (request === undefined) return;
  const answer = await client.calls.effect('POST', '/coin/trade', request);
  if (answer.code === 'ok')
    crowd.placed.push({ key: answer.key, user: client.person.id, order: String(answer.data.id) });
  note(crowd, 'place', answer);
}

function note({ tally }: Crowd, action: string, { code }: Answer): void {
  count(tally.answers, `${action} ${code}`);
  if (code !== 'ok' && !REFUSALS[action]?.includes(code)) tally.strange.push(`${action}: ${code}`);
}

/**
 * Creates an order request around the mid price of the watched order book: some rest, some match, some take from the
 * house.
 */
function requestOf({ random }: Crowd, { book }: Client): Record<string, string> | undefined {
  const market = MARKETS.find(({ symbol }) => symbol === book.symbol);
  const middle = middleOf(book.depth());
  if (market === undefined || middle === undefined) return undefined;
  const side = random(2) === 0 ? 'buy' : 'sell';
  const worth = random(5) === 0 ? 2_000 + random(20_000) : 6 + random(400);
  const quantity = (worth / middle).toFixed(market.lotStep);
  const common = { currency_name: market.symbol, type: side };
  if (random(5) === 0) return { ...common, amount: side === 'buy' ? String(worth) : quantity };
  const price = (middle * (1 + (random(41) - 20) / 10_000)).toFixed(market.priceStep);
  const force = random(4);
  const how: Record<string, string> = force === 0 ? { time_in_force: 'ioc' } : force === 1 ? { post_only: '1' } : {};
  return { ...common, amount: quantity, target_price: price, ...how };
}

function middleOf(depth: ReturnType<Client['book']['depth']>): number | undefined {
  const bid = depth?.bids[0]?.[0];
  const ask = depth?.asks[0]?.[0];
  return bid === undefined || ask === undefined ? undefined : (Number(bid) + Number(ask)) / 2;
}
