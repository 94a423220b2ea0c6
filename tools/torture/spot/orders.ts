import { SPOT_COMMANDS } from '@app/protocol/engine';
import type { Engine } from '@app/server/engine/client';
import type { LoadProduct } from '../engines/load.ts';
import { sendCommand } from '../engines/send-command.ts';
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
  send: (intent) => {
    const { key, user, mode, name } = intent;
    const destination = { shard: SHARDS[mode], commands: SPOT_COMMANDS, route: ROUTES[name] };
    return sendCommand(engine, { key, user, name, fields: fieldsOf(intent) }, destination);
  },
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

function fieldsOf(intent: Intent): Readonly<Record<string, unknown>> {
  if (intent.name === 'spot.place') return { market: intent.market, request: intent.request };
  return intent.name === 'spot.cancel' ? { order: intent.order } : { reason: 'user' };
}
