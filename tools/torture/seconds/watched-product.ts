import { createSecondsProduct as createSound } from '@app/server/modules/seconds';
import type { Comparison, EngineMessage } from '../engines/terms.ts';

export * from '@app/server/modules/seconds';

type Product = Awaited<ReturnType<typeof createSound>>;
type State = Awaited<ReturnType<Product['load']>>;

let send: (message: EngineMessage) => void = () => {};
/** Live state of each shard: the engine's own object. */
const states = new Map<string, { readonly live: State; loadAgain(): Promise<State> }>();

export const watch = (by: typeof send): void => {
  send = by;
};

/** Creates the product, except that its state can be inspected. */
export async function createSecondsProduct(deps: Parameters<typeof createSound>[0]): Promise<Product> {
  const sound = await createSound(deps);
  return {
    ...sound,
    load: async (reader, shard, from) => {
      const live = await sound.load(reader, shard, from);
      states.set(shard.name, { live, loadAgain: () => sound.load(reader, shard, from) });
      send({ kind: 'loaded', shard: shard.name });
      return live;
    },
  };
}

/**
 * Compares live and reloaded bets. Call only while no client bets and no price moves: decisions between the two reads
 * would count as differences.
 */
export function compare(shard: string): Promise<Comparison> | undefined {
  const watched = states.get(shard);
  return watched?.loadAgain().then((fresh) => ({ shard, live: textOf(watched.live), fresh: textOf(fresh) }));
}

function textOf({ bets, markets, gains }: State): string {
  const open = [...bets.values()]
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ id, userId, bet, state: { kind }, entry, acceptedSeq, receiptHash }) =>
      [id, userId, kind, bet.cancelMs, entry?.seq, entry?.block, entry?.before?.seq, acceptedSeq, receiptHash].join(),
    );
  const sums = [...markets.values()].map(({ market, stakes, chain }) =>
    [market.id, stakes.up, stakes.down, chain.place, chain.hash].join(),
  );
  return [...open, ...sums, gains].join(' ');
}
