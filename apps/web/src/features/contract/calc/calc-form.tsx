import { quoteStepOf, sizeOf } from '@app/domain/contract';
import { type Amount, directionOf, formatDecimal, type Price, showAmount, showPercent, showPrice } from '@app/money';
import { AmountLine, Facts, Note, Segmented } from '@app/ui';
import { useState } from 'react';
import { type Text, useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { faultOf, type WhatIf, type WhatIfFault, type WhatIfInput, type WhatIfRules, whatIf } from './what-if.ts';

const MONEY = 'USDT';
const MONEY_PLACES = 2;
const UNKNOWN = '—';

type Props = {
  market: MarketInfo;
  rules: WhatIfRules;
  first: { readonly price: Price; readonly leverage: number; readonly size: Amount };
};

/** Computes a position that is not opened, with the rules that the engine applies. */
export function CalcForm({ market, rules, first }: Props) {
  const text = useText();
  const [input, setInput] = useState<WhatIfInput>(() => ({
    side: 'long',
    leverage: String(first.leverage),
    size: formatDecimal(first.size),
    entry: formatDecimal(first.price),
    goal: 'exit',
    exit: '',
    result: '',
  }));
  const change = (changed: Partial<WhatIfInput>) => setInput({ ...input, ...changed });
  const fault = faultOf(input, rules);
  return (
    <>
      <Segmented
        label={text('calc.side')}
        options={[
          { value: 'long', label: text('calc.long'), tone: 'up' },
          { value: 'short', label: text('calc.short'), tone: 'down' },
        ]}
        value={input.side}
        onChange={(side) => change({ side })}
      />
      <Fields input={input} change={change} fault={fault} market={market} rules={rules} />
      <Outcome computed={whatIf(input, rules)} isGoal={input.goal === 'result'} market={market} />
    </>
  );
}

type FieldsProps = {
  input: WhatIfInput;
  change: (changed: Partial<WhatIfInput>) => void;
  fault: WhatIfFault | undefined;
  market: MarketInfo;
  rules: WhatIfRules;
};

function Fields({ input, change, fault, market, rules }: FieldsProps) {
  const text = useText();
  const errorAt = (field: WhatIfFault) => (fault === field ? faultText(field, { market, rules, text }) : undefined);
  const field = (name: WhatIfFault, unit: string, places: number) => (
    <AmountLine
      label={text(`calc.${name}`)}
      value={input[name]}
      places={places}
      unit={unit}
      onChange={(value) => change({ [name]: value })}
      error={errorAt(name)}
    />
  );
  return (
    <div className="grid gap-2">
      {field('leverage', '×', 0)}
      {field('size', market.base, market.lot_precision)}
      {field('entry', market.quote, market.precision)}
      <Segmented
        label={text('calc.goal')}
        options={[
          { value: 'exit', label: text('calc.goal.exit') },
          { value: 'result', label: text('calc.goal.result') },
        ]}
        value={input.goal}
        onChange={(goal) => change({ goal })}
      />
      {input.goal === 'exit' ? field('exit', market.quote, market.precision) : field('result', MONEY, MONEY_PLACES)}
    </div>
  );
}

type Named = { readonly market: MarketInfo; readonly rules: WhatIfRules; readonly text: Text };

function faultText(field: WhatIfFault, { market, rules, text }: Named): string {
  if (field === 'leverage') return text('calc.fault.leverage', { max: rules.leverageMax });
  if (field === 'size') return text('calc.fault.size', { size: leastSize(rules), coin: market.base });
  if (field === 'result') return text('calc.fault.result');
  return text('calc.fault.price', { step: formatDecimal(quoteStepOf(rules.market)) });
}

/** Returns the least lots in base units. */
const leastSize = ({ lotsMin, market }: WhatIfRules) => formatDecimal(sizeOf({ market, lots: lotsMin }));

type OutcomeProps = { computed: WhatIf | undefined; isGoal: boolean; market: MarketInfo };

/** Shows the most that can be lost first, then what it costs, then what it gives. */
function Outcome({ computed, isGoal, market }: OutcomeProps) {
  const text = useText();
  const outcome = computed?.outcome;
  const price = (value: Price | undefined) => (value === undefined ? UNKNOWN : showPrice(value, market.precision));
  const facts = [
    [text('calc.loss'), money(computed?.maximumLoss)],
    [text('calc.liquidation'), price(computed?.liquidation)],
    [text('calc.margin'), money(computed?.margin)],
    [text('calc.fees'), `${money(computed?.openFee)} · ${money(outcome?.closeFee)}`],
    ...(isGoal ? [[text('calc.target'), price(outcome?.exit)] as const] : []),
    [text('calc.gross'), signed(outcome?.result)],
    [text('calc.return'), outcome?.returnOnMargin === undefined ? UNKNOWN : showPercent(outcome.returnOnMargin)],
    [text('calc.net'), <Net key="net" value={outcome?.net} />],
  ] as const;
  return (
    <section aria-live="polite" aria-label={text('calc.outcome')}>
      {outcome?.isLiquidated === true && (
        <Note icon="warn" tone="warn">
          {text('calc.liquidated', { price: price(computed?.liquidation) })}
        </Note>
      )}
      <Facts facts={facts} />
    </section>
  );
}

function Net({ value }: { value: Amount | undefined }) {
  const tone = value === undefined ? 'flat' : directionOf(value, MONEY_PLACES);
  return <strong className={TONES[tone]}>{value === undefined ? UNKNOWN : `${signed(value)} ${MONEY}`}</strong>;
}

const TONES = { up: 'text-up', down: 'text-down', flat: '' } as const;

const money = (value: Amount | undefined) => (value === undefined ? UNKNOWN : showAmount(value, MONEY_PLACES));

const signed = (value: Amount | undefined) =>
  value === undefined
    ? UNKNOWN
    : `${directionOf(value, MONEY_PLACES) === 'up' ? '+' : ''}${showAmount(value, MONEY_PLACES)}`;
