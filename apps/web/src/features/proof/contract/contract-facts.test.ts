import { type ContractReceipt, type IssuedContract, readContract } from '@app/verifier';
import { type House, makeHouse, nightIn, openIn, settleIn, showContract } from '@app/verifier/samples';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Text } from '../../../data/app/texts.ts';
import { factsOf, formatWith, sentenceOf, tagsOf } from './contract-facts.ts';

let house: House;
beforeAll(async () => {
  house = await makeHouse((end) => Math.floor(end / 3));
});

/** Names each text and what fills it in. */
const text = ((key: string, values: object = {}) =>
  [key.replace('proof.', ''), ...Object.values(values)].join(' ')) as unknown as Text;
const format = formatWith(2);

const read = async (receipt: IssuedContract, earlier: readonly IssuedContract[] = []): Promise<ContractReceipt> =>
  readContract(await showContract(house, receipt, earlier));

const LIQUIDATED = { cause: 'liquidation', margin: '0.000001', overnightIndex: '0.5' };
const figuresOf = async (receipt: Promise<ContractReceipt>) =>
  Object.fromEntries(factsOf((await receipt).outcome, format, text));

describe('the figures of a contract', () => {
  it('given an opening, then its sentence names side, lots, price and leverage', async () => {
    const long = await read(openIn(house));
    expect(sentenceOf(long, format, text)).toBe('contract.opened.long BTC/USDT 25 116.6717 7');
    expect(tagsOf(long, text)).toEqual(['contract.perp']);
    const short = await read(openIn(house, { side: 'short', kind: 'limit', limit: '90', series: '2026-12-25' }));
    expect(sentenceOf(short, format, text)).toBe('contract.opened.short BTC/USDT 25 116.6483 7');
    expect(tagsOf(short, text)).toEqual(['contract.delivery 2026-12-25']);
    expect(Object.fromEntries(factsOf(short.outcome, format, text))).toMatchObject({
      'contract.limit': '90.00',
      'contract.entry': '116.6483',
      'contract.leverage': '7×',
      'contract.piece.margin': '41.66010714 USDT',
    });
  });

  it('given a part that its stop closed, then it shows what fired it and what stayed open, and nobody paid', async () => {
    const opened = openIn(house);
    const stop = { cause: 'stop', stopLoss: '1000000000', triggerBlock: 98, lots: '10' };
    const closed = read(await settleIn(house, [opened], stop), [opened]);
    expect(sentenceOf(await closed, format, text)).toBe('contract.closed.long BTC/USDT 10 116.6483');
    expect(tagsOf(await closed, text)).toEqual(['contract.perp', 'contract.cause.stop']);
    const figures = await figuresOf(closed);
    expect(figures).toMatchObject({
      'contract.fired': '116.66',
      'contract.rest': '15',
      'contract.nights': '0.11 USDT',
      'contract.fee.close': '0.05832415 USDT',
      'contract.piece.returned': '16.47566156 USDT',
    });
    expect(Object.keys(figures).filter((it) => it.includes('.by.') || it.includes('covered'))).toEqual([]);
  });

  it('given a loss beyond the margin, then it shows who paid how much of it, and what nobody did', async () => {
    const opened = openIn(house, { entry: () => 300n * 10n ** 18n });
    const shares = { byInsurance: (shortfall: bigint) => shortfall - 10n ** 18n };
    const { body, ...receipt } = await settleIn(house, [opened], { ...LIQUIDATED, ...shares });
    const uncovered = { ...body, settlement: { ...body.settlement, by_capital: '0.25' } };
    expect(await figuresOf(read({ ...receipt, body: uncovered }, [opened]))).toMatchObject({
      'contract.piece.returned': '0 USDT',
      'contract.piece.covered': '458.379249 USDT',
      'contract.by.insurance': '457.379249 USDT',
      'contract.by.capital': '0.25 USDT',
      'contract.by.none': '0.75 USDT',
    });
  });

  it('given a night, then its fee for one unit is shown to the last digit', async () => {
    const night = await read(await nightIn(house));
    expect(sentenceOf(night, format, text)).toBe('contract.night BTC/USDT 2026-09-21 0.034998 USDT');
    expect(factsOf(night.outcome, format, text)).toContainEqual(['contract.rate', '0.03%']);
    expect(format.exactly(1n)).toBe('0.000000000000000001 USDT');
  });
});
