import { type ContractAnswer, type ContractText, type IssuedContract, receiptHash } from '../index.ts';
import { decimal, units } from '../units.ts';
import { LIES_OF_CONTRACT_RULE } from './contract-rule-lies.ts';
import { LIES_OF_CONTRACT_SEAL } from './contract-seal-lies.ts';
import {
  CONTRACT_CLASSES,
  CONTRACT_MARKETS,
  CONTRACT_TERMS,
  DAY,
  nightIn,
  OPEN_BLOCK,
  sealContract,
  settleIn,
  showContract,
} from './contracts.ts';
import {
  answering,
  type ContractLie,
  ending,
  indexAt,
  issueOpen,
  night,
  opening,
  sealAndShow,
  stopped,
} from './forge-contract.ts';
import { type House, idAt, OTHER, TICK_BLOCK, tickAt } from './house.ts';
import { changeDigit } from './ladder-lies.ts';

const { version: TERMS_VERSION, value: TERMS } = CONTRACT_TERMS;
const COIN = { version: CONTRACT_CLASSES.version, name: 'coin', spread_rate: '0.0003' };

/** Two published versions of the terms: the reader is shown the one that the receipt names. */
const OTHER_TERMS = { version: TERMS_VERSION + 1, value: { ...TERMS, close_fee_rate: '0.001' } };

const raisedBy = (house: House, share: bigint): House => ({
  ...house,
  drafts: house.drafts.map((draft) => ({
    ...draft,
    ticks: draft.ticks.map((tick) => ({ ...tick, price: tick.price + (tick.price / share / 10n ** 16n) * 10n ** 16n })),
  })),
});

const LIES_OF_RECEIPT: readonly ContractLie[] = [
  {
    name: 'a rule that does not exist',
    foundBy: 'receipt kind',
    forge: opening({}, () => ({ rule: 'contract-mood' })),
  },
  { name: 'a version that does not exist', foundBy: 'receipt kind', forge: ending({}, () => ({ version: 7 })) },
  {
    name: 'an opening shown as a settlement',
    foundBy: 'receipt kind',
    forge: async (house, random) => {
      const receipt = { ...issueOpen(house, random), kind: 'contract.settlement' };
      return { text: await sealAndShow(house, receipt) };
    },
  },
  {
    name: 'another settlement under the id that was asked for',
    foundBy: 'receipt asked',
    forge: async (house, random) => {
      const first = issueOpen(house, random);
      const receipt = await settleIn(house, [first]);
      const id = idAt(receipt.body.settlement.at, 5_000 + random(1_000));
      return { text: await sealAndShow(house, { ...receipt, id }, { earlier: [first] }), asked: { id } };
    },
  },
  {
    name: 'the prices of another market under the name of this one',
    foundBy: 'receipt asked',
    forge: async (house, random) => ({
      ...(await opening({ market: OTHER, class: COIN })(house, random)),
      asked: { markets: CONTRACT_MARKETS },
    }),
  },
  { name: 'a mode that does not exist', foundBy: 'receipt book', forge: opening({ book: 'both' }) },
  {
    name: 'a spread made up for this position',
    foundBy: 'receipt published',
    forge: opening({ class: { ...COIN, name: 'major', spread_rate: '0.002' } }),
  },
  {
    name: 'the wider spread of another class of markets',
    foundBy: 'receipt published',
    forge: opening({ class: COIN }),
  },
  {
    name: 'the class of another category than that of its market',
    foundBy: 'receipt published',
    forge: async (house, random) => ({
      ...(await opening({
        market: OTHER,
        symbol: 'ETH/USDT',
        class: { ...COIN, name: 'other', spread_rate: '0.0005' },
      })(house, random)),
      asked: { markets: CONTRACT_MARKETS },
    }),
  },
  {
    name: 'fees made up for this position',
    foundBy: 'receipt published',
    forge: opening((_, random) => ({
      terms: { version: TERMS_VERSION, value: { ...TERMS, open_fee_rate: `0.00${1 + random(9)}` } },
    })),
  },
  {
    name: 'a maintenance tier made stricter for this position',
    foundBy: 'receipt published',
    forge: opening({
      terms: { version: TERMS_VERSION, value: { ...TERMS, maintenance_tiers: [{ above: '0', rate: '0.02' }] } },
    }),
  },
  {
    name: 'terms under the number of another version',
    foundBy: 'receipt published',
    forge: opening({ terms: { version: TERMS_VERSION - 1, value: TERMS } }),
  },
  {
    name: 'terms that were never published',
    foundBy: 'receipt published',
    forge: answering(opening({}), () => ({ settings: null })),
  },
  {
    name: 'classes under the number of another version',
    foundBy: 'receipt published',
    forge: ending({ class: { version: 6, name: 'major', spread_rate: '0.0001' } }),
  },
  {
    name: 'more leverage than the class of the market has',
    foundBy: 'receipt published',
    forge: opening({ leverage: 101, lots: '1' }),
  },
  { name: 'an overnight rate made up for one night', foundBy: 'receipt published', forge: night({ rate: '0.001' }) },
  {
    name: 'a price that was not sealed',
    foundBy: 'receipt sealed',
    forge: async (house, random) => {
      const receipt = issueOpen(raisedBy(house, 50n), random);
      return { text: await sealAndShow(house, receipt) };
    },
  },
  {
    name: 'a block that does not have the price it is named for',
    foundBy: 'receipt sealed',
    forge: async (house, random) => {
      const receipt = issueOpen(house, random);
      const named = { ...receipt, body: { ...receipt.body, tick: { ...receipt.body.tick, block: OPEN_BLOCK + 2 } } };
      const sealed = await sealContract(house, named, OPEN_BLOCK + 1);
      return { text: { ...(await showContract(sealed, receipt)), body: named.body } };
    },
  },
  {
    name: 'the price of another market',
    foundBy: 'receipt sealed',
    forge: async (house, random) => {
      const receipt = issueOpen(house, random, { market: OTHER });
      const position = { ...receipt.body.position, market: 300 };
      return { text: await sealAndShow(house, { ...receipt, body: { ...receipt.body, position } }) };
    },
  },
  {
    name: 'the proof of the tick that fired a stop withheld',
    foundBy: 'receipt sealed',
    forge: answering(
      ending((house) => stopped(house)),
      ({ body, seal }) => ({
        second: null,
        seal: seal && { ...seal, blocks: seal.blocks.filter(({ number }) => number > body.tick.block) },
      }),
    ),
  },
  {
    name: 'a stop fired by a tick that was not sealed',
    foundBy: 'receipt sealed',
    forge: ending(
      (house) => ({ ...stopped(house), stopLoss: decimal(indexAt(house, TICK_BLOCK - 2) / 2n) }),
      ({ trigger }) => ({ trigger: trigger && { ...trigger, price: '1' } }),
    ),
  },
  {
    name: 'a settlement said to be later than its id',
    foundBy: 'receipt time',
    forge: ending({}, ({ settlement }) => ({ settlement: { ...settlement, at: settlement.at + 2_100 } })),
  },
  {
    name: 'a position whose id is older than its order',
    foundBy: 'receipt time',
    forge: async (house, random) => {
      const receipt = issueOpen(house, random);
      const id = idAt(receipt.body.order.at - 2_500, 7);
      const body = { ...receipt.body, position: { ...receipt.body.position, id } };
      return { text: await sealAndShow(house, { ...receipt, id, body }) };
    },
  },
  {
    name: 'an order that opened on a block sealed before it',
    foundBy: 'receipt order',
    forge: opening({ orderedMs: -100 }),
  },
  {
    name: 'an order that opened on the last tick before it',
    foundBy: 'receipt order',
    forge: opening((house) => ({ afterSeq: tickAt(house, { block: OPEN_BLOCK }).seq })),
  },
  {
    name: 'a close on a block sealed before it was ordered',
    foundBy: 'receipt order',
    forge: ending({ changedMs: -100 }),
  },
  {
    name: 'a close on the last tick before it was ordered',
    foundBy: 'receipt order',
    forge: ending((house) => ({ changedSeq: tickAt(house, { block: TICK_BLOCK }).seq })),
  },
  {
    name: 'a stop that fired on an older block than its last edit',
    foundBy: 'receipt order',
    forge: ending((house) => stopped(house, { changedMs: -500 })),
  },
  {
    name: 'a stop that fired on a tick before its last edit',
    foundBy: 'receipt order',
    forge: ending((house) => stopped(house, { changedSeq: tickAt(house, { block: TICK_BLOCK - 2 }).seq + 5 })),
  },
  {
    name: 'a tick from after the decision, chosen with hindsight',
    foundBy: 'receipt order',
    forge: opening({ afterMs: -2_500, orderedMs: 3_000 }),
  },
  {
    name: 'a stop filled at a later tick than the next one',
    foundBy: 'receipt next',
    forge: ending((house) => {
      const block = TICK_BLOCK - 4;
      return stopped(house, { triggerBlock: block, stopLoss: decimal(indexAt(house, block)) });
    }),
  },
  {
    name: 'a stop filled at the tick that fired it',
    foundBy: 'receipt next',
    forge: ending((house) => stopped(house, { triggerBlock: TICK_BLOCK, stopLoss: decimal(indexAt(house)) })),
  },
  {
    name: 'a contract delivered before its day',
    foundBy: 'receipt due',
    forge: ending({ cause: 'delivery', opened: { series: '2026-09-22' } }),
  },
  { name: 'a night charged before its day', foundBy: 'receipt due', forge: night({ day: '2026-09-22' }) },
  { name: 'a night of a day that does not exist', foundBy: 'receipt due', forge: night({ day: '2026-02-30' }) },
];

/** Returns a settlement whose earlier receipts were replaced after it was computed. */
const afterAnother = (
  change: (first: IssuedContract & { body: ReturnType<typeof issueOpen>['body'] }) => Partial<ContractText>,
): ContractLie['forge'] => {
  return async (house, random) => {
    const honest = issueOpen(house, random);
    const first = { ...honest, body: { ...honest.body, ...change(honest) } } as typeof honest;
    const receipt = await settleIn(house, [honest], { n: random(1_000) });
    const chain = { place: 1, previous: await receiptHash(first) };
    const changed = { ...receipt, body: { ...receipt.body, chain } };
    return { text: await sealAndShow(house, changed, { earlier: [first] }) };
  };
};

const LIES_OF_CHAIN: readonly ContractLie[] = [
  {
    name: 'the opening of another position before it',
    foundBy: 'receipt chain',
    forge: async (house, random) => {
      const first = issueOpen(house, random, { n: 1 });
      const other = issueOpen(house, random, { n: 2 });
      const receipt = await settleIn(house, [first]);
      return { text: await sealAndShow(house, receipt, { earlier: [other] }) };
    },
  },
  {
    name: 'another position, with a chain of its own hash',
    foundBy: 'receipt chain',
    forge: afterAnother(({ body }) => ({ position: { ...body.position, id: `${body.position.id}7` } })),
  },
  {
    name: 'more lots closed than were opened',
    foundBy: 'receipt chain',
    forge: afterAnother(({ body }) => ({ position: { ...body.position, lots: '10' } })),
  },
  {
    name: 'another entry than it was opened at',
    foundBy: 'receipt chain',
    forge: afterAnother(({ body }) => ({ position: { ...body.position, entry: '99.5' } })),
  },
  {
    name: 'nights from before its opening',
    foundBy: 'receipt chain',
    forge: afterAnother(({ body }) => ({ position: { ...body.position, overnight_since: '0.6' } })),
  },
  {
    name: 'a long that becomes a short',
    foundBy: 'receipt chain',
    forge: afterAnother(({ body }) => ({ position: { ...body.position, side: 'short' } })),
  },
  {
    name: 'a position of the other mode',
    foundBy: 'receipt chain',
    forge: afterAnother(() => ({ book: 'demo' })),
  },
  {
    name: 'later terms than those it was opened with',
    foundBy: 'receipt chain',
    forge: answering(ending({ terms: OTHER_TERMS }), () => ({ settings: OTHER_TERMS })),
  },
  {
    name: 'the receipts before it withheld',
    foundBy: 'receipt chain',
    forge: answering(ending({}), () => ({ earlier: [] })),
  },
  {
    name: 'a place that was skipped',
    foundBy: 'receipt chain',
    forge: ending({}, ({ chain }) => ({ chain: { ...chain, place: 2 } })),
  },
  {
    name: 'a settlement that nothing came before',
    foundBy: 'receipt chain',
    forge: answering(
      ending({}, () => ({ chain: { place: 0, previous: null } })),
      () => ({ earlier: [] }),
    ),
  },
  {
    name: 'lots that were closed before',
    foundBy: 'receipt chain',
    forge: async (house, random) => {
      const first = issueOpen(house, random, { lots: '25' });
      const part = await settleIn(house, [first], { lots: '5', block: TICK_BLOCK - 4 });
      const again = await settleIn(house, [first]);
      const chain = { place: 2, previous: await receiptHash(part) };
      const receipt = { ...again, body: { ...again.body, chain } };
      return { text: await sealAndShow(house, receipt, { earlier: [first, part] }) };
    },
  },
  {
    name: 'charged nights that were forgotten',
    foundBy: 'receipt chain',
    forge: async (house, random) => {
      const first = issueOpen(house, random, { lots: '25' });
      const part = await settleIn(house, [first], { lots: '5', charged: '0.2', block: TICK_BLOCK - 4 });
      const receipt = await settleIn(house, [first, part], { charged: '0.1' });
      return { text: await sealAndShow(house, receipt, { earlier: [first, part] }) };
    },
  },
  {
    name: 'a first night that begins above nothing',
    foundBy: 'receipt chain',
    forge: night({ indexBefore: '3.25' }),
  },
  ...(['a day charged twice', 'a night that begins above the last', 'a night of another market'] as const).map(
    (name): ContractLie => ({
      name,
      foundBy: 'receipt chain',
      forge: async (house) => {
        const before = await nightIn(house, [], {
          day: '2026-09-20',
          block: TICK_BLOCK - 10,
          ...(name === 'a night of another market' ? { market: OTHER } : {}),
        });
        const receipt = await nightIn(house, [before], {
          day: name === 'a day charged twice' ? '2026-09-20' : DAY,
          ...(name === 'a night that begins above the last'
            ? { indexBefore: decimal(units(before.body.night.index_after) * 2n) }
            : {}),
        });
        return { text: await sealAndShow(house, receipt, { earlier: [before] }) };
      },
    }),
  ),
];

/** Forged receipts of contracts, each found by exactly one check. */
export const CONTRACT_LIES: readonly ContractLie[] = [
  ...LIES_OF_RECEIPT,
  ...LIES_OF_CHAIN,
  ...LIES_OF_CONTRACT_RULE,
  ...LIES_OF_CONTRACT_SEAL,
];

/** The part of published classes that is about the traded market. */
const covered = (text: ContractAnswer, part: keyof ContractAnswer): object =>
  part === 'classes' && text.classes
    ? {
        ...text.classes,
        value: { classes: [{ ...text.classes.value.classes[0], leverage_max: null, overnight_rate: null }] },
      }
    : (text[part] as object);

/** Changes that nobody who holds the keys would make. */
export const OBVIOUS_CONTRACT_LIES: readonly Omit<ContractLie, 'foundBy'>[] = (
  ['body', 'seal', 'proof', 'second', 'settings', 'classes', 'earlier'] as const
).map((part) => ({
  name: `one digit of its ${part} is changed`,
  forge: async (house, random) => {
    const { text } = await ending((it) => stopped(it))(house, random);
    const asked = { id: idOf(text), markets: CONTRACT_MARKETS };
    return { text: { ...text, [part]: changeDigit(covered(text, part), random) }, asked };
  },
}));

const idOf = ({ body }: ContractAnswer): string => ('settlement' in body ? body.settlement.id : '');
