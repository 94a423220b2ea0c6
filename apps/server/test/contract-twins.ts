import { expectDefined, unreachable } from '@app/base';
import {
  type ContractRules,
  contractRules,
  contractSettings,
  type OpenRequest,
  type PositionSide,
} from '@app/domain/contract';
import type { ChosenStops, MarketSetup, OrderTerms } from '@app/domain/test/contract-exchange';
import {
  type FastExchange,
  type histories,
  slowBalancesOf,
  slowTwinOf,
  type Twins,
} from '@app/domain/test/contract-histories';
import { ContractLedger } from '@app/domain/test/contract-ledger';
import type { SlowHours } from '@app/domain/test/slow-calendar';
import type { Amount, Price, Rate } from '@app/money';
import { fromUnits } from '@app/testkit/exact';
import type fc from 'fast-check';
import type { Outcome } from '../src/engine/product.ts';
import type { ContractCommand } from '../src/modules/contract/trading/commands.ts';
import type { ContractFacts } from '../src/modules/contract/trading/contract-facts.ts';
import type { ContractMarketState, ContractRows, Deal } from '../src/modules/contract/trading/contract-state.ts';
import type { ListedMarket } from '../src/modules/contract/trading/load-state.ts';
import { ContractMemory, type MemorySetup } from './contract-memory.ts';

type History = typeof histories extends fc.Arbitrary<infer Of> ? Of : never;
type ClockedSetup = MarketSetup & { readonly hours: SlowHours };

/** One market of the product, as the histories drive it. Orders have the numbers that the reference gives them. */
export class ProductMarket implements FastExchange {
  index: Price;
  atMs: number;
  readonly memory: ContractMemory;
  readonly #id: number;
  readonly #numberOf = new Map<bigint, number>();
  #orders = 0;
  #seq = 0;

  constructor(id: number, memory: ContractMemory, { index, startMs }: MarketSetup) {
    this.#id = id;
    this.memory = memory;
    this.index = index;
    this.atMs = startMs;
  }

  get at(): ContractMarketState {
    return expectDefined(this.memory.state.markets.get(this.#id), 'a market');
  }

  get rules(): ContractRules {
    return contractRules(this.memory.facts, this.at.market, '');
  }

  /** Changes the terms for all markets, and the highest leverage of this one. */
  set rules({ terms, leverageMax }: ContractRules) {
    const { facts } = this.memory;
    const classes = facts.classes.value.classes.map((each) =>
      each.markets.includes(this.#id) ? { ...each, leverageMax } : each,
    );
    this.memory.configure({
      ...facts,
      terms: { version: facts.terms.version + 1, value: terms },
      classes: { version: facts.classes.version + 1, value: { classes } },
    });
  }

  #deals(isMeant: (deal: Deal) => boolean): readonly (readonly [number, Deal])[] {
    const meant = [...this.at.deals].filter(isMeant);
    return meant.map((deal) => [this.#number(deal.id), deal] as const).sort(([one], [other]) => one - other);
  }

  #number = (id: bigint) => expectDefined(this.#numberOf.get(id), 'the number of an order');

  get positions(): FastExchange['positions'] {
    return new Map(
      this.#deals(({ status }) => status !== 'pending').map(([number, deal]) => [
        number,
        { ...orderOf(deal), position: deal.position, closing: deal.closingLots, changedAfter: deal.changedSeq },
      ]),
    );
  }

  get pending(): FastExchange['pending'] {
    return new Map(
      this.#deals(({ status }) => status === 'pending').map(([number, deal]) => [
        number,
        {
          ...orderOf(deal),
          request: deal.position,
          limit: expectDefined(deal.limit, 'a limit'),
          held: { margin: deal.position.margin, fee: deal.position.openFee },
          placedAfter: deal.changedSeq,
        },
      ]),
    );
  }

  onTicks(ticks: readonly { readonly index: Price; readonly atMs: number }[]): readonly (readonly string[])[] {
    const first = this.#seq + 1;
    this.memory.seal(this.toBlocks(ticks));
    this.index = expectDefined(ticks.at(-1), 'a tick').index;
    this.atMs = expectDefined(ticks.at(-1), 'a tick').atMs;
    const happened = this.memory.happened.splice(0);
    return ticks.map((_, place) =>
      happened.filter(({ seq }) => seq === first + place).map(({ deal, word }) => `${word} ${this.#number(deal)}`),
    );
  }

  /** Numbers ticks, each in its own block. */
  toBlocks(ticks: readonly { readonly index: Price; readonly atMs: number }[]) {
    return ticks.map(({ index, atMs }) => {
      this.#seq += 1;
      const tick = { market: this.#id, seq: this.#seq, atMs, price: index, volume: 0n as Amount, sources: [] };
      return { atMs, ticks: [tick] };
    });
  }

  runTick(): readonly string[] {
    this.memory.sealAgain();
    return [];
  }

  #execute(user: number, command: ContractCommand): Outcome<ContractRows> & { readonly id: bigint } {
    const outcome = this.memory.execute(user, command, this.atMs);
    this.memory.happened.splice(0);
    return outcome;
  }

  #answer(outcome: Outcome<ContractRows>): string {
    switch (outcome.kind) {
      case 'done':
        return outcome.rows.placed.some(({ deal }) => deal.status === 'pending') ? 'resting' : 'ok';
      case 'refused':
        // The reference asks first whether the market is open, and then for the series.
        if (outcome.code !== 'not_found') return outcome.code;
        return this.at.isOpen ? 'series_closed' : 'market_closed';
      case 'waiting':
        return 'market_closed'; // It waits for a tick to trade at.
      case 'deferred':
        throw new Error('an account is missing');
      default:
        return unreachable(outcome);
    }
  }

  #order({ user, series, stops }: OrderTerms, request: OpenRequest, limit: Price | undefined): string {
    this.#orders += 1;
    const { side, lots, leverage } = request;
    const fields = { market: this.#id, series, side, lots, leverage, limit, ...stops, country: '' };
    const outcome = this.#execute(user, { name: 'contract.open', ...fields });
    this.#numberOf.set(outcome.id, this.#orders);
    return this.#answer(outcome);
  }

  open(order: OrderTerms, request: OpenRequest): string {
    return this.#order(order, request, undefined);
  }

  place(order: OrderTerms, request: OpenRequest, limit: Price): string {
    return this.#order(order, request, limit);
  }

  reverse(number: number): string {
    this.#orders += 1;
    const { id, userId } = this.#dealOf(number);
    const outcome = this.#execute(Number(userId), { name: 'contract.reverse', id, country: '' });
    this.#numberOf.set(outcome.id, this.#orders);
    return this.#answer(outcome);
  }

  #dealOf(number: number): Deal {
    const [, deal] = expectDefined(
      this.#deals(() => true).find(([its]) => its === number),
      'a deal',
    );
    return deal;
  }

  #change(number: number, fields: (id: bigint) => ContractCommand): string {
    const { id, userId } = this.#dealOf(number);
    return this.#answer(this.#execute(Number(userId), fields(id)));
  }

  cancel(number: number): void {
    this.#change(number, (id) => ({ name: 'contract.cancel', id }));
  }

  close(number: number, lots: Amount): string {
    return this.#change(number, (id) => ({ name: 'contract.close', id, lots }));
  }

  setStops(number: number, stops: ChosenStops): string {
    return this.#change(number, (id) => ({ name: 'contract.setStops', id, ...stops }));
  }

  addMargin(number: number, amount: Amount): string {
    return this.#change(number, (id) => ({ name: 'contract.addMargin', id, amount }));
  }

  removeMargin(number: number, amount: Amount): string {
    return this.#change(number, (id) => ({ name: 'contract.removeMargin', id, amount, country: '' }));
  }

  /** Closes positions of all markets, at a time. */
  closeAll(user: number, side: PositionSide | undefined, atMs: number): void {
    this.memory.execute(user, { name: 'contract.closeAll', side }, atMs);
  }

  cancelAll(user: number): void {
    this.#execute(user, { name: 'contract.cancelAll' } as ContractCommand); // It has no fields.
  }

  charge(): void {
    this.memory.charge({ canReload: false });
  }
}

const orderOf = ({ userId, series, stopLoss, takeProfit }: Deal): OrderTerms => ({
  user: Number(userId),
  series,
  stops: { stopLoss, takeProfit },
});

/** Markets of the product and of the reference, on the same settings. */
export type ProductTwins = {
  readonly memory: ContractMemory;
  readonly ledger: ContractLedger;
  readonly twins: readonly Twins<ProductMarket>[];
};

/** Sets up the product and the reference, and opens the first sessions. */
export function productTwinsOf(
  { markets, ledger: funds }: Pick<History, 'markets' | 'ledger'>,
  more: Pick<MemorySetup, 'chunk' | 'whim' | 'hasLocks'>,
): ProductTwins {
  const setups = withSharedSettings(markets);
  const ledger = new ContractLedger(funds);
  const slowBalances = slowBalancesOf(funds);
  const memory = new ContractMemory({ ...more, ledger, markets: setups.map(listedMarket), facts: factsOf(setups) });
  const twins = setups.map((setup, place) => {
    const fast = new ProductMarket(place + 1, memory, setup);
    const slow = slowTwinOf(setup, slowBalances);
    for (let tick = 1; tick <= setup.reopeningTicks; tick += 1) {
      fast.onTicks([{ index: setup.index, atMs: setup.startMs + tick }]);
      slow.onTick(fromUnits(setup.index), setup.startMs + tick);
    }
    return { setup, fast, slow };
  });
  return { memory, ledger, twins };
}

/**
 * Most settings are the same for all markets. The capital of a market is never the limit: the product values it around an
 * index price of a moment ago, and the reference exactly.
 */
function withSharedSettings(markets: readonly ClockedSetup[]): readonly ClockedSetup[] {
  const [first] = markets;
  return markets.map((setup) => {
    const { leverageMax, spreadRate, overnightRate } = setup.rules;
    const shared = expectDefined(first, 'a market');
    const own = { leverageMax, spreadRate, overnightRate, stressRate: 0n as Rate };
    return { ...setup, reopeningTicks: shared.reopeningTicks, rules: { ...shared.rules, ...own } };
  });
}

const listedMarket = ({ market, hours }: ClockedSetup, place: number): ListedMarket => ({
  id: place + 1,
  symbol: `M${place}/USDT`,
  base: `M${place}`,
  quote: 'USDT',
  name: `M${place}`,
  category: 'crypto',
  priceTick: market.priceTick,
  lot: 1n as Amount,
  hours,
  products: ['contract'],
  multiplier: market.multiplier,
  baseId: null,
  quoteId: null,
});

function factsOf(setups: readonly ClockedSetup[]): ContractFacts {
  const { rules, reopeningTicks } = expectDefined(setups[0], 'a market');
  const { terms, leverageMax: _leverage, spreadRate: _spread, overnightRate: _overnight, ...limits } = rules;
  const classes = setups.map(({ rules: { leverageMax, spreadRate, overnightRate } }, place) => ({
    name: `class ${place}`,
    markets: [place + 1],
    categories: [],
    leverageMax,
    spreadRate,
    overnightRate,
  }));
  return {
    ...limits,
    terms: { version: 1, value: terms },
    classes: { version: 1, value: { classes } },
    countryLeverage: [],
    positionsMax: 1_000,
    demoFunding: 1n as Amount,
    reopeningTicks,
    series: contractSettings.series.initial,
    isOn: true,
    freshMs: 1,
    halted: new Set(),
    unreal: new Set(),
    limitsOf: () => undefined,
    resultTodayOf: () => 0n as Amount,
    isLate: false,
  };
}
