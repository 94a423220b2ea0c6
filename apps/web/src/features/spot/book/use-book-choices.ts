import type { Price } from '@app/money';
import type { BookView } from '@app/ui';
import { create } from 'zustand';
import { storage } from '../../../lib/storage.ts';

const VIEWS: readonly BookView[] = ['both', 'bids', 'asks'];
const KEPT_AS = 'book_view';

type Choices = { readonly view: BookView; readonly steps: ReadonlyMap<string, Price> };

const useStore = create<Choices>(() => ({
  view: VIEWS.find((view) => view === storage.read(KEPT_AS)) ?? 'both',
  steps: new Map(),
}));

/**
 * Returns the user's order book display settings: visible sides, stored on the device, and price step, kept per market
 * until reload.
 */
export function useBookChoices(symbol: string, tick: Price) {
  const { view, steps } = useStore();
  return {
    view,
    step: steps.get(symbol) ?? tick,
    toggleView: () => {
      const next = VIEWS[(VIEWS.indexOf(view) + 1) % VIEWS.length] ?? 'both';
      storage.write(KEPT_AS, next);
      useStore.setState({ view: next });
    },
    chooseStep: (step: Price) => useStore.setState({ steps: new Map(steps).set(symbol, step) }),
  };
}
