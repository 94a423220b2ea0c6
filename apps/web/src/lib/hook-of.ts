import { type StoreApi, type UseBoundStore, useStore } from 'zustand';

/** Makes a store of the client a hook that keeps the store's methods, like zustand's own `create`. */
export const hookOf = <State>(store: StoreApi<State>): UseBoundStore<StoreApi<State>> =>
  Object.assign(<Selected>(select: (state: State) => Selected) => useStore(store, select), store) as UseBoundStore<
    StoreApi<State>
  >; // The overload without a selector is unused.
