import type { Mode } from '@app/domain/ledger';
import {
  COINS,
  type GeneratedEntry,
  type GeneratedFill,
  type GeneratedTransfer,
  idsAt,
  pickTime,
} from './histories.ts';

type Random = (end: number) => number;
type Part = 'available' | 'frozen';

const UNIT = 10n ** 18n;
const ACCOUNTS = ['wallet', 'exchange', 'contract', 'seconds', 'fiat', 'financial', 'copy'] as const;

/** Balances while a history is generated, so that it never spends what it does not have. */
class Balances {
  private readonly amounts = new Map<string, bigint>();

  of(owner: string, kind: string, currency: string, part: Part = 'available'): bigint {
    return this.amounts.get(`${owner} ${kind} ${currency} ${part}`) ?? 0n;
  }

  apply(entries: readonly GeneratedEntry[]): void {
    for (const { owner, kind, currency, available, frozen } of entries) {
      this.amounts.set(`${owner} ${kind} ${currency} available`, this.of(owner, kind, currency) + available);
      this.amounts.set(`${owner} ${kind} ${currency} frozen`, this.of(owner, kind, currency, 'frozen') + frozen);
    }
  }
}

const entry = (owner: string, kind: string, currency: string, available: bigint, frozen = 0n): GeneratedEntry => ({
  owner,
  kind,
  currency,
  available,
  frozen,
});

const move = (amount: bigint, from: GeneratedEntry, to: GeneratedEntry): GeneratedEntry[] => [
  { ...from, available: -amount },
  { ...to, available: amount },
];

type World = { readonly random: Random; readonly balances: Balances; readonly mode: Mode; readonly turns: Turns };

/** Takes kinds in turn, so that a short run has each of them. */
class Turns {
  private readonly taken = new Map<readonly string[], number>();

  next<Kind extends string>(kinds: readonly [Kind, ...Kind[]]): Kind {
    const turn = this.taken.get(kinds) ?? 0;
    this.taken.set(kinds, turn + 1);
    return kinds[turn % kinds.length] ?? kinds[0];
  }
}
type Step = Pick<GeneratedTransfer, 'kind' | 'entries' | 'fill' | 'settlement'>;

/** A random part of an amount, with all places. */
const partOf = (amount: bigint, random: Random): bigint => (amount * BigInt(1 + random(999_999))) / 1_000_000n;

const anyCoin = (random: Random): string => ['USDT', ...COINS][random(4)] ?? 'USDT';

/** Deposits, and those that two people found: in turn, so that a short run has each. */
const WAYS_IN = ['deposit', 'deposit.claim'] as const;

function comeIn({ random, mode, turns }: World, owner: string): Step {
  const currency = mode === 'demo' ? 'USDT' : anyCoin(random);
  const amount =
    BigInt(1 + random(5_000_000)) * (currency === 'USDT' ? UNIT / 100n : UNIT / 10_000n) + BigInt(random(1_000));
  const from = entry(mode === 'demo' ? 'world:demo' : 'world:chain', 'external', currency, 0n);
  return {
    kind: mode === 'demo' ? 'demo.grant' : turns.next(WAYS_IN),
    entries: move(amount, from, entry(owner, 'wallet', currency, 0n)),
  };
}

/** Holds a withdrawal or a payout in real mode, and then sends or returns what is held: in turn, so that a short run has each. */
const HOLDS = ['withdrawal.hold', 'payout.hold'] as const;
const ENDS_OF_HOLDS = ['withdrawal', 'withdrawal.return', 'payout', 'payout.return'] as const;

function withdraw({ random, mode, balances, turns }: World, owner: string): Step | undefined {
  if (mode === 'demo') return undefined;
  const held = ['USDT', ...COINS].find((coin) => balances.of(owner, 'wallet', coin, 'frozen') > 0n);
  if (held === undefined) {
    const currency = anyCoin(random);
    const amount = partOf(balances.of(owner, 'wallet', currency), random);
    if (amount === 0n) return undefined;
    return { kind: turns.next(HOLDS), entries: [entry(owner, 'wallet', currency, -amount, amount)] };
  }
  const amount = balances.of(owner, 'wallet', held, 'frozen');
  const kind = turns.next(ENDS_OF_HOLDS);
  if (kind === 'withdrawal.return' || kind === 'payout.return')
    return { kind, entries: [entry(owner, 'wallet', held, amount, -amount)] };
  const fee = amount / 100n;
  return {
    kind,
    entries: [
      entry(owner, 'wallet', held, 0n, -amount),
      entry(kind === 'payout' ? 'world:bank' : 'world:chain', 'external', held, amount - fee),
      entry(`house:${kind}s`, 'fee_income', held, fee),
    ],
  };
}

function goOut({ random, mode, balances }: World, owner: string): Step | undefined {
  // A reset of demo money takes several coins at once.
  const coins = mode === 'demo' ? ['USDT', ...COINS].slice(0, 1 + random(4)) : [anyCoin(random)];
  const entries = coins.flatMap((currency) => {
    const amount = partOf(balances.of(owner, 'wallet', currency), random);
    const to = entry(mode === 'demo' ? 'world:demo' : 'world:chain', 'external', currency, 0n);
    return amount === 0n ? [] : move(amount, entry(owner, 'wallet', currency, 0n), to);
  });
  if (entries.length === 0) return undefined;
  return { kind: mode === 'demo' ? 'demo.sweep' : 'deposit.reversal', entries };
}

function changeAccount({ random, balances }: World, owner: string): Step | undefined {
  const currency = anyCoin(random);
  const from = ACCOUNTS[random(3)] ?? 'wallet';
  const to = ACCOUNTS[random(3)] ?? 'exchange';
  const amount = partOf(balances.of(owner, from, currency), random);
  if (amount === 0n || from === to) return undefined;
  return {
    kind: 'wallet.change',
    entries: move(amount, entry(owner, from, currency, 0n), entry(owner, to, currency, 0n)),
  };
}

function holdOrRelease({ random, balances }: World, owner: string): Step | undefined {
  const held = ['USDT', ...COINS].filter((coin) => balances.of(owner, 'exchange', coin, 'frozen') > 0n);
  const released = random(2) === 0 ? undefined : held[random(held.length)];
  const isHold = released === undefined;
  const currency = released ?? anyCoin(random);
  const amount = partOf(balances.of(owner, 'exchange', currency, isHold ? 'available' : 'frozen'), random);
  if (amount === 0n) return undefined;
  const sign = isHold ? 1n : -1n;
  return {
    kind: isHold ? 'spot.hold' : 'spot.release',
    entries: [entry(owner, 'exchange', currency, -sign * amount, sign * amount)],
  };
}

/** A trade with the platform or with another user, at any price, paid from what is available. */
function trade({ random, balances }: World, owner: string, other: string | undefined): Step | undefined {
  const coin = COINS[random(COINS.length)] ?? 'BTC';
  const isBuy = random(2) === 0;
  const [buyer, seller] = isBuy ? [owner, other] : [other, owner];
  const cash = buyer === undefined ? 1_000n * UNIT : balances.of(buyer, 'exchange', 'USDT');
  const stock = seller === undefined ? UNIT : balances.of(seller, 'exchange', coin);
  const cost = partOf(cash, random) / 2n;
  const quantity = partOf(stock, random);
  if (cost === 0n || quantity === 0n) return undefined;
  const takerFee = (cost * BigInt(random(20))) / 10_000n;
  const makerFee = other === undefined ? 0n : (cost * BigInt(random(10))) / 10_000n;
  const buyerFee = buyer === owner ? takerFee : makerFee;
  const sellerFee = seller === owner ? takerFee : makerFee;
  const partyOf = (user: string | undefined, currency: string) =>
    user === undefined ? entry('house:ladder-1', 'house_ladder', currency, 0n) : entry(user, 'exchange', currency, 0n);
  const entries = [
    { ...partyOf(buyer, 'USDT'), available: -(cost + buyerFee) },
    { ...partyOf(buyer, coin), available: quantity },
    { ...partyOf(seller, coin), available: -quantity },
    { ...partyOf(seller, 'USDT'), available: cost - sellerFee },
    entry('house:spot-real', 'fee_income', 'USDT', takerFee + makerFee),
  ];
  const idOf = (user: string) => BigInt(user.slice('user:'.length));
  const fill: GeneratedFill = {
    coin,
    side: isBuy ? 'buy' : 'sell',
    quantity,
    cost,
    taker: idOf(owner),
    maker: other === undefined ? null : idOf(other),
    takerFee,
    makerFee,
  };
  return { kind: 'spot.fill', entries, fill };
}

/** One coin for another from the platform's inventory, at any rate, within one account. */
function convert({ random, balances }: World, owner: string): Step | undefined {
  const from = anyCoin(random);
  const to = anyCoin(random);
  const account = random(2) === 0 ? 'wallet' : 'exchange';
  const amount = partOf(balances.of(owner, account, from), random);
  const received = BigInt(1 + random(1_000_000)) * 10n ** 12n;
  if (amount === 0n || from === to) return undefined;
  const inventory = (currency: string) => entry('house:convert', 'inventory', currency, 0n);
  return {
    kind: 'convert',
    entries: [
      ...move(amount, entry(owner, account, from, 0n), inventory(from)),
      ...move(received, inventory(to), entry(owner, account, to, 0n)),
    ],
  };
}

const CONTRACT_HOLDS = ['contract.hold', 'contract.margin_added'] as const;
const CONTRACT_RELEASES = ['contract.release', 'contract.margin_removed'] as const;
const CONTRACT_ENDS = ['contract.close', 'contract.liquidation', 'contract.delivery'] as const;

/** Freezes or releases the margin of a contract. */
function changeMargin({ random, balances, turns }: World, owner: string): Step | undefined {
  const isHold = balances.of(owner, 'contract', 'USDT', 'frozen') === 0n || random(2) === 0;
  const amount = partOf(balances.of(owner, 'contract', 'USDT', isHold ? 'available' : 'frozen'), random);
  if (amount === 0n) return undefined;
  const sign = isHold ? 1n : -1n;
  const kind = isHold ? turns.next(CONTRACT_HOLDS) : turns.next(CONTRACT_RELEASES);
  return { kind, entries: [entry(owner, 'contract', 'USDT', -sign * amount, sign * amount)] };
}

/** Pays the fee of an opening from what is available, or that of a night from the margin. */
function payContractFee({ random, balances }: World, owner: string): Step | undefined {
  const isNight = balances.of(owner, 'contract', 'USDT', 'frozen') > 0n && random(2) === 0;
  const fee = partOf(balances.of(owner, 'contract', 'USDT', isNight ? 'frozen' : 'available'), random) / 1_000n;
  if (fee === 0n) return undefined;
  return {
    kind: isNight ? 'contract.overnight' : 'contract.open',
    entries: [
      isNight ? entry(owner, 'contract', 'USDT', 0n, -fee) : entry(owner, 'contract', 'USDT', -fee),
      entry('house:contract-real', 'fee_income', 'USDT', fee),
    ],
  };
}

/** Ends a contract with a gain or a loss. */
function endContract({ random, balances, turns }: World, owner: string): Step | undefined {
  const most = partOf(balances.of(owner, 'contract', 'USDT'), random) / 2n;
  const result = random(2) === 0 ? most : -most;
  const fee = (most / 2_000n) * 2n; // Halves exactly.
  if (fee === 0n) return undefined;
  return {
    kind: turns.next(CONTRACT_ENDS),
    entries: [
      entry(owner, 'contract', 'USDT', result - fee),
      entry('house:contract-real', 'house_pnl', 'USDT', -result),
      entry('house:contract-real', 'fee_income', 'USDT', fee),
    ],
    settlement: { user: BigInt(owner.slice('user:'.length)), result, fee },
  };
}

/** Freezes the stake of a bet, or refunds one. */
function holdStake({ random, balances }: World, owner: string): Step | undefined {
  const isHold = balances.of(owner, 'seconds', 'USDT', 'frozen') === 0n || random(2) === 0;
  const amount = partOf(balances.of(owner, 'seconds', 'USDT', isHold ? 'available' : 'frozen'), random);
  if (amount === 0n) return undefined;
  const sign = isHold ? 1n : -1n;
  return {
    kind: isHold ? 'seconds.hold' : 'seconds.refund',
    entries: [entry(owner, 'seconds', 'USDT', -sign * amount, sign * amount)],
  };
}

/** Settles a bet: the stake is lost, or returned, or returned with a gain. */
function settleBet({ random, balances }: World, owner: string): Step | undefined {
  const stake = partOf(balances.of(owner, 'seconds', 'USDT', 'frozen'), random);
  if (stake === 0n) return undefined;
  const own = (available: bigint, frozen: bigint) => entry(owner, 'seconds', 'USDT', available, frozen);
  const platform = (available: bigint) => entry('house:seconds-real', 'house_pnl', 'USDT', available);
  const gain = (stake * 85n) / 100n;
  const results = [
    [own(0n, -stake), platform(stake)],
    [own(stake, -stake)],
    [own(stake, -stake), platform(-gain), own(gain, 0n)],
  ];
  return { kind: 'seconds.settle', entries: results[gain === 0n ? 1 : random(3)] ?? [] };
}

/** Puts money into the account of a product. */
const fund =
  (account: 'contract' | 'seconds') =>
  ({ random, balances }: World, owner: string): Step | undefined => {
    const amount = partOf(balances.of(owner, 'wallet', 'USDT'), random);
    const to = entry(owner, account, 'USDT', 0n);
    return amount === 0n
      ? undefined
      : { kind: 'wallet.change', entries: move(amount, entry(owner, 'wallet', 'USDT', 0n), to) };
  };

const fundContracts = fund('contract');
const CONTRACT_STEPS = [fundContracts, fundContracts, changeMargin, changeMargin, payContractFee, endContract] as const;
const SECONDS_STEPS = [fund('seconds'), holdStake, holdStake, settleBet, settleBet] as const;
const STEPS = [
  comeIn,
  goOut,
  withdraw,
  withdraw,
  changeAccount,
  changeAccount,
  holdOrRelease,
  holdOrRelease,
  convert,
  ...CONTRACT_STEPS,
  ...SECONDS_STEPS,
] as const;

/** Generates the transfers of all users in time order. Every second user is in demo mode; neighbours trade with each other. */
export function generateTransfers(
  users: readonly bigint[],
  { span, random, each }: { span: { fromMs: number; toMs: number }; random: Random; each: number },
): GeneratedTransfer[] {
  const nextId = idsAt();
  const worlds = { real: new Balances(), demo: new Balances() };
  const turns = new Turns();
  const times = users.flatMap((_, index) =>
    Array.from({ length: 3 + random(each) }, () => ({ index, atMs: pickTime(span, random) })),
  );
  const transfers: GeneratedTransfer[] = [];
  for (const { index, atMs } of times.sort((a, b) => a.atMs - b.atMs)) {
    const mode: Mode = index % 2 === 0 ? 'real' : 'demo';
    const world = { random, balances: worlds[mode], mode, turns };
    const owner = `user:${users[index]}`;
    const neighbour = users[index + 2];
    const other = neighbour === undefined || random(2) === 0 ? undefined : `user:${neighbour}`;
    const makers = random(2) === 0 ? [...STEPS] : [(it: World, who: string) => trade(it, who, other)];
    const step = makers[random(makers.length)]?.(world, owner);
    if (step === undefined) continue;
    world.balances.apply(step.entries);
    const id = nextId(atMs - random(4)); // Clocks of two writers differ: some sell before they buy.
    transfers.push({ id, ref: (step.fill ?? step.settlement) ? String(id) : `proof:${id}`, mode, ...step });
  }
  return transfers;
}
