import type { Client, ClientPlan } from '../engines/clients.ts';
import { decimal } from '../engines/feed.ts';
import type { Below } from '../engines/terms.ts';
import { newKey } from '../journey-client.ts';
import type { Answer, Intent } from './intents.ts';
import { CURRENCY, LENGTHS, MARKETS, STAKE_MAX_CENTS } from './terms.ts';

const ONE_IN_CANCELS = 4;
const ONE_IN_IS_WRONG = 25;
const KNOWN_MAX = 30;

/** Opens a user who bets and cancels. */
export function openBettor({ number, below }: ClientPlan): Client<Intent, Answer> {
  /** Own bets that may still be cancelled, newest last. */
  const known: string[] = [];
  let terms: number | undefined;
  return () => {
    const chosen = choose(below, known, terms);
    return {
      intent: { key: newKey(), user: number, ...chosen },
      hear: (reply) => {
        if (reply.kind === 'refused' && reply.code === 'quote_expired') terms = undefined;
        if (reply.kind === 'ok' && chosen.name === 'seconds.bet') {
          known.push(reply.answer.id);
          terms = reply.answer.terms;
        }
        if (known.length > KNOWN_MAX) known.shift();
      },
    };
  };
}

function choose(below: Below, known: string[], terms: number | undefined): Pick<Intent, 'name' | 'fields'> {
  const newest = known.length - 1;
  // Mostly the newest, whose entry tick has not come; any other one has begun or ended, and the cancel is refused.
  const id = known[below(3) > 0 ? newest : below(known.length)];
  if (id !== undefined && below(ONE_IN_CANCELS) === 0) return { name: 'seconds.cancel', fields: { id } };
  const isWrong = below(ONE_IN_IS_WRONG) === 0;
  return {
    name: 'seconds.bet',
    fields: {
      market: MARKETS[below(MARKETS.length)]?.id ?? 1,
      side: below(2) === 0 ? 'up' : 'down',
      seconds: isWrong ? 7 + below(2) : (LENGTHS[below(LENGTHS.length)] ?? 5),
      stake: isWrong ? decimal(1 + below(2 * STAKE_MAX_CENTS * 10), 3) : decimal(500 + below(STAKE_MAX_CENTS - 499), 2),
      currency: CURRENCY,
      ...(terms !== undefined && below(3) === 0 && { version: terms }),
    },
  };
}
