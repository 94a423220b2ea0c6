import { type Amount, parseDecimal } from '@app/money';
import { createSpotProduct as createSound, type SpotProduct } from '@app/server/modules/spot';
import { sendToRig, watchProduct } from '../engines/watched.ts';
import { POISON_QUANTITY } from './terms.ts';

export * from '@app/server/modules/spot';

type State = Awaited<ReturnType<SpotProduct['load']>>;

const POISON = parseDecimal<Amount>(POISON_QUANTITY);

/** The fault of this build is in the watch itself: a reload is compared with a sound one. */
const forgets = process.argv.slice(2).includes('reload-forgets');

/** Creates the product, except that its state can be inspected and one specific order is poison. */
export const createSpotProduct: typeof createSound = async (deps) => {
  const sound = await createSound(deps);
  let batch = 0;
  const poisoned: SpotProduct = {
    ...sound,
    requiredAccounts: (state, inputs) => {
      batch = inputs.length;
      return sound.requiredAccounts(state, inputs);
    },
    decide: (state, input, context) => {
      const { command } = input;
      if (command.name === 'spot.place' && 'quantity' in command.request && command.request.quantity === POISON) {
        sendToRig({ kind: 'poisoned', batch });
        throw new Error('this order is poison');
      }
      return sound.decide(state, input, context);
    },
  };
  return watchProduct(poisoned, { textOf, ...(forgets && { onLoad: forgetOne }) });
};

const textOf = ({ markets }: State) => [...markets].map(([id, { book }]) => `${id}:${book.hash()}`).join(' ');

/** Applies a sabotage: the last order has its row but is missing from the order book. */
function forgetOne({ orders, byUser, markets }: State): void {
  const last = [...orders.values()].at(-1);
  if (last === undefined) return;
  markets.get(last.market)?.book.cancel(last);
  orders.delete(last.id);
  byUser.get(last.owner)?.delete(last);
}
