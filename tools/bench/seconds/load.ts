import { OTHER_MARKET, OTHER_USERS, openOrderOf, requestOf } from '../contract/mix.ts';
import type { ShardClient } from '../spot/client.ts';
import { LENGTH_SECONDS } from './testbed.ts';

const fieldsOf = (market: number, isUp: boolean) =>
  `{"market":${market},"side":"${isUp ? 'up' : 'down'}","seconds":${LENGTH_SECONDS},"stake":"5","currency":"USDT"}`;

/** Spreads users over the markets, and both sides in turn, as openings of contracts are. */
function toBet(user: number): string {
  const { market, side } = openOrderOf(user);
  return requestOf('seconds.bet', user, fieldsOf(market, side === 'long'));
}

/** Returns what bets in the market that is not crowded. */
export const betElsewhere = (client: ShardClient) => (number: number) =>
  client.send(requestOf('seconds.bet', 1 + (number % OTHER_USERS), fieldsOf(OTHER_MARKET, number % 2 === 0)));

export type Pressed = { readonly accepted: number; readonly refused: ReadonlyMap<string, number> };

/** Lets users bet for so long, each sending the next request when the last was answered. */
export async function pressBets(
  client: ShardClient,
  { users, ms }: { readonly users: readonly number[]; readonly ms: number },
): Promise<Pressed> {
  const startedMs = performance.now();
  const refused = new Map<string, number>();
  let accepted = 0;
  const keepBetting = async (user: number) => {
    while (performance.now() - startedMs < ms) {
      const reply = await client.send(toBet(user));
      if (reply.refused === undefined) accepted += 1;
      else refused.set(reply.refused, (refused.get(reply.refused) ?? 0) + 1);
    }
  };
  await Promise.all(users.map(keepBetting));
  return { accepted, refused };
}
