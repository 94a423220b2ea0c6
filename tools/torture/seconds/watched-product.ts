import { createSecondsProduct as createSound, type SecondsProduct } from '@app/server/modules/seconds';
import { watchProduct } from '../engines/watched.ts';

export * from '@app/server/modules/seconds';

type State = Awaited<ReturnType<SecondsProduct['load']>>;

/** Creates the product, except that its state can be inspected. */
export const createSecondsProduct: typeof createSound = async (deps) =>
  watchProduct(await createSound(deps), { textOf });

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
