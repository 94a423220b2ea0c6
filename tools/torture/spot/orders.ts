import { cancelAllCommand, cancelCommand, placeCommand, readCommand } from '@app/protocol/engine';
import type { Engine } from '@app/server/engine/client';
import type { LoadProduct } from '../engines/load.ts';
import type { Answer, Intent } from './intents.ts';
import { POISON_QUANTITY, SHARDS } from './terms.ts';

/** Every refusal this load can receive. */
const REFUSED = [
  ...['insufficient_balance', 'too_many_orders', 'would_take', 'own_order_crossed', 'nothing_offered'],
  ...['order_state_changed', 'no_live_price', 'price_stale', 'personal_limit_reached', 'cooling_off'],
];

/** Sends the orders of the rig's clients to an engine. */
export const spotOrders = (engine: Engine): LoadProduct<Intent, Answer> => ({
  shardOf: ({ mode }) => SHARDS[mode],
  send: (intent) => send(engine, intent),
  answerOf: (raw) => {
    const { id, status, filled, cost, fee } = raw as Answer; // The audit checks it field by field.
    return { ...(id && { id }), ...(status && { status, filled, cost, fee }) } as Answer;
  },
  isExpected: (intent, code) => (isPoison(intent) ? code === 'internal' : REFUSED.includes(code)),
});

export const isPoison = (intent: Intent) =>
  intent.name === 'spot.place' && 'quantity' in intent.request && intent.request.quantity === POISON_QUANTITY;

const ROUTES = {
  'spot.place': 'POST /coin/trade',
  'spot.cancel': 'PUT /coin/trade',
  'spot.cancelAll': 'POST /plus/orders/cancel-all',
} as const;

function send(engine: Engine, intent: Intent): Promise<unknown> {
  const { key, user, name } = intent;
  const shard = SHARDS[intent.mode];
  const source = (fields: object) => ({
    userId: BigInt(user),
    key,
    route: ROUTES[name],
    body: JSON.stringify(fields),
  });
  if (intent.name === 'spot.place') {
    const fields = { market: intent.market, request: intent.request };
    return engine.request(shard, source(fields), placeCommand, readCommand([placeCommand], name, fields));
  }
  if (intent.name === 'spot.cancel') {
    const fields = { order: intent.order };
    return engine.request(shard, source(fields), cancelCommand, { order: BigInt(intent.order) });
  }
  const fields = { reason: 'user' } as const;
  return engine.request(shard, source(fields), cancelAllCommand, fields);
}
