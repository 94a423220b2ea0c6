import { expectDefined } from '@app/base';
import type { WatchDeps } from './chain-plan.ts';
import * as store from './watch.store.ts';

/** Addresses that are derived ahead, so that a user need not wait for one. */
const FREE_LEAST = 200;
const FREE_MOST = 400;

/** The addresses of a chain by position, derived ahead; grows while the process runs. */
export class KnownAddresses {
  readonly #positions = new Map<string, number>();

  /** Derives more where few are free, and learns of those that are stored. */
  async fill({ db, plan: { chain, derive } }: Pick<WatchDeps, 'db' | 'plan'>): Promise<void> {
    const { free, next } = await store.countFreeAddresses(db, chain);
    if (free < FREE_LEAST) {
      const more = Array.from({ length: FREE_MOST - free }, (_, index) => derive(next + index));
      await store.insertAddresses(db, chain, next, more);
    }
    const known = this.#positions.size;
    const added = await store.readAddresses(db, chain, known);
    for (const [index, address] of added.entries()) this.#positions.set(address.toLowerCase(), known + index);
  }

  has(address: string): boolean {
    return this.#positions.has(address.toLowerCase());
  }

  positionOf(address: string): number {
    return expectDefined(this.#positions.get(address.toLowerCase()), 'a known address');
  }
}
