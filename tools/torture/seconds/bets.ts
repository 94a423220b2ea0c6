import { SECONDS_COMMANDS } from '@app/protocol/engine';
import type { Engine } from '@app/server/engine/client';
import type { LoadProduct } from '../engines/load.ts';
import { sendCommand } from '../engines/send-command.ts';
import type { Answer, Intent } from './intents.ts';
import { SHARD } from './terms.ts';

/** Every refusal that bets of this load can receive. */
const REFUSED = [
  ...['insufficient_balance', 'above_maximum', 'below_minimum', 'amount_step_wrong', 'time_wrong'],
  ...['exposure_exhausted', 'price_stale', 'quote_expired'],
];

/** Sends the requests of the rig's clients to an engine. */
export const betRequests = (engine: Engine): LoadProduct<Intent, Answer> => ({
  shardOf: () => SHARD,
  send: (intent) => sendCommand(engine, intent, { shard: SHARD, commands: SECONDS_COMMANDS }),
  answerOf: (raw) => {
    const { id, created, terms, rate, cancel_sent, entry_time, exit_time, result, returned } = raw as Answer; // The audit checks it.
    return { id, created, terms, rate, cancel_sent, entry_time, exit_time, result, returned };
  },
  isExpected: ({ name }, code) => (name === 'seconds.cancel' ? code === 'order_state_changed' : REFUSED.includes(code)),
});
