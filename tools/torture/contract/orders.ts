import { CONTRACT_COMMANDS } from '@app/protocol/engine';
import type { Engine } from '@app/server/engine/client';
import type { LoadProduct } from '../engines/load.ts';
import { sendCommand } from '../engines/send-command.ts';
import type { Answer, Intent } from './intents.ts';
import { SESSIONS, SHARD } from './terms.ts';

/** Every refusal this load can receive. */
const REFUSED = [
  ...['insufficient_balance', 'order_state_changed', 'above_maximum', 'below_minimum', 'leverage_too_high'],
  ...['exposure_exhausted', 'trigger_price_wrong', 'limit_price_too_far', 'too_many_positions'],
  'no_live_price', // No tick came before the order expired: the feed was paused, or the machine was busy.
];

/** Refusal of an opening in a series that is about to be delivered. */
const SERIES_CLOSED = 'not_found';

/** Sends the orders of the rig's clients to an engine. */
export const contractOrders = (engine: Engine): LoadProduct<Intent, Answer> => ({
  shardOf: () => SHARD,
  send: (intent) => sendCommand(engine, intent, { shard: SHARD, commands: CONTRACT_COMMANDS }),
  answerOf: (raw) => {
    const { id, status, share, stop_loss_price, target_profit_price, closing_share } = raw as Answer; // The audit checks it.
    return id === undefined
      ? {}
      : ({ id, status, share, stop_loss_price, target_profit_price, closing_share } as Answer);
  },
  isExpected: ({ name, fields: { market, series } }, code) => {
    const isReverse = name === 'contract.reverse';
    if (code === SERIES_CLOSED) return isReverse || series !== undefined;
    if (code === 'market_closed') return isReverse || market === SESSIONS.market;
    return REFUSED.includes(code);
  },
});
