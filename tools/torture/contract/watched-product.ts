import { type ContractProduct, createContractProduct as createSound } from '@app/server/modules/contract';
import { watchProduct } from '../engines/watched.ts';

export * from '@app/server/modules/contract';

type State = Awaited<ReturnType<ContractProduct['load']>>;

/** Creates the product, except that its state can be inspected. */
export const createContractProduct: typeof createSound = async (deps) =>
  watchProduct(await createSound(deps), { textOf });

const textOf = ({ deals }: State): string =>
  [...deals.values()]
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ id, status, position, stopLoss, takeProfit, closingLots, changedSeq, changedMs, chain, overnightDay }) =>
      [
        ...[id, status, position.lots, position.margin, position.overnightCharged, stopLoss, takeProfit],
        ...[closingLots, changedSeq, changedMs, chain.hash, overnightDay],
      ].join(),
    )
    .join(' ');
